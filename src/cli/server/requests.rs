//! From a request to its answer.

use gen_lsp_types as lsp;
use lsp_server::{ErrorCode, Request, Response};

/// A request until it is answered.
pub struct PendingRequest {
    request: Request,
    response: Option<Response>,
}

impl PendingRequest {
    /// A request.
    pub fn new(request: Request) -> Self {
        Self { request, response: None }
    }

    /// Answers requests of this kind; an error is reported to the user.
    pub fn to<R: lsp::Request>(
        mut self,
        answer: impl FnOnce(R::Params) -> Result<R::Result, String>,
    ) -> Self {
        if self.response.is_none() && self.request.method == R::METHOD.as_str() {
            let id = self.request.id.clone();
            let error =
                |code: ErrorCode, message| Response::new_err(id.clone(), code as i32, message);
            let response = match serde_json::from_value(std::mem::take(&mut self.request.params)) {
                Ok(parameters) => match answer(parameters) {
                    Ok(result) => Response::new_ok(id, result),
                    Err(message) => error(ErrorCode::RequestFailed, message),
                },
                Err(reason) => {
                    let message = format!("{}: {reason}", self.request.method);
                    error(ErrorCode::InvalidParams, message)
                }
            };
            self.response = Some(response);
        }
        self
    }

    /// The answer; if the request is unknown, the answer says so.
    pub fn answered(self) -> Response {
        self.response.unwrap_or_else(|| {
            let message = format!("method not found: {}", self.request.method);
            Response::new_err(self.request.id, ErrorCode::MethodNotFound as i32, message)
        })
    }
}
