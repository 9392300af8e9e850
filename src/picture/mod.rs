//! Pictures of results: from data to SVG text, and from that to PNG.
//!
//! Every picture is drawn once, as SVG; the PNG is that SVG rendered with an embedded font
//! (DejaVu Sans), so no font of the machine is needed or used.  Cells have sharp borders: a
//! pixel of a PNG has the colour of the cell that its centre lies in, so when there are more
//! cells than pixels a pixel shows the one cell nearest to it.
//!
//! Shares in legends are exact; floating point only places things.

#![expect(clippy::float_arithmetic, reason = "places and sizes on a drawing, no results")]

mod canvas;
mod growth;
mod rows;
mod scale;
mod triangle;

pub use growth::{Record, Series, growth};
pub use rows::{Rows, rows};
pub use triangle::{period_types, preperiods, two_free_moves};

use resvg::{tiny_skia, usvg};
use std::sync::Arc;
use thiserror::Error;

/// The size of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    width: u32,
    height: u32,
}

impl Size {
    /// The least width and height at which the text has room.
    pub const LEAST: u32 = 300;
    /// The greatest width and height.
    pub const GREATEST: u32 = 10_000;

    /// A size with both numbers from [`Size::LEAST`] to [`Size::GREATEST`].
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let range = Self::LEAST..=Self::GREATEST;
        (range.contains(&width) && range.contains(&height)).then_some(Self { width, height })
    }

    /// The number of columns of pixels.
    pub fn width(self) -> u32 {
        self.width
    }

    /// The number of rows of pixels.
    pub fn height(self) -> u32 {
        self.height
    }
}

/// A finished picture.
#[derive(Clone, Debug)]
pub struct Picture {
    size: Size,
    svg: String,
}

/// Why a picture could not be rendered; the renderer says it.
#[derive(Debug, Error)]
#[error("the picture cannot be rendered: {0}")]
pub struct RenderError(String);

impl Picture {
    /// The picture as an SVG document.
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// The picture as a PNG file of exactly the size asked for.
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        let mut options = usvg::Options::default();
        let font = usvg::fontdb::Source::Binary(Arc::new(dejavu::sans::regular()));
        options.fontdb_mut().load_font_source(font);
        let tree = usvg::Tree::from_str(&self.svg, &options)
            .map_err(|error| RenderError(error.to_string()))?;
        let mut pixels = tiny_skia::Pixmap::new(self.size.width, self.size.height)
            .ok_or_else(|| RenderError("no memory for so many pixels".to_owned()))?;
        resvg::render(&tree, tiny_skia::Transform::default(), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| RenderError(error.to_string()))
    }
}
