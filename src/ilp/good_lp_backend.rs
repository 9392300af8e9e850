//! stub
use super::{Answer, Backend, Exact, Mark, Work};
use crate::affine::Constraint;
use crate::limit::Stop;
/// stub
#[derive(Debug)]
pub struct GoodLp {
    exact: Exact,
}
impl GoodLp {
    /// stub
    pub fn new(stop: Stop) -> Self {
        Self { exact: Exact::new(stop) }
    }
}
impl Backend for GoodLp {
    fn add_variable(&mut self) -> usize {
        self.exact.add_variable()
    }
    fn push(&mut self, c: &Constraint) {
        self.exact.push(c)
    }
    fn mark(&mut self) -> Mark {
        self.exact.mark()
    }
    fn rollback(&mut self, m: Mark) {
        self.exact.rollback(m)
    }
    fn ask(&mut self, q: Option<&Constraint>) -> Answer {
        self.exact.ask(q)
    }
    fn work(&self) -> Work {
        self.exact.work()
    }
}
