//! Pictures of results: from data to shapes, and from these to SVG or PNG.
//!
//! Every picture is drawn once, as a list of a few kinds of shapes, which are written as SVG or
//! painted, on a light or on a dark sheet.  The letters of a PNG come from an embedded font (DejaVu Sans), so no
//! installed font is needed or used.  Cells have sharp borders: a pixel of a PNG has the colour of the cell that
//! contains its centre, so when there are more cells than pixels, a pixel shows the one cell nearest to it.  An SVG has
//! a title and a description for those who cannot see it.
//!
//! Shares in legends are exact; floating point only places things.

#![warn(unreachable_pub)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]
#![expect(clippy::float_arithmetic, reason = "places and sizes on a drawing, no results")]

mod canvas;
mod fit;
mod growth;
mod intervals;
mod maps;
mod means;
mod net;
mod raster;
mod refutation;
mod rows;
mod scale;
mod triangle;
mod variation;
mod vector;

pub use fit::{Curve, Fit, common_slope, least_squares};
pub use growth::{RecordGame, Series, growth};
pub use intervals::{Stretch, intervals};
pub use maps::{Drawing, Greys, areas, no_sums, period_types, preperiods, two_free_moves};
pub use means::{Means, Points, means};
pub use net::{DrawnNet, NetState, animated_net, net};
pub use refutation::{Refuted, refutation};
pub use rows::{Rows, rows};
pub use variation::{Varied, variation};

use canvas::Shape;
use grundy_census::region;
use grundy_kernel::model;
use grundy_sequence as sequence;
use serde::Deserialize;
use thiserror::Error;

/// The size of a picture in pixels.
///
/// In JSON, a pair such as `[1200, 900]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "(u32, u32)")]
pub struct Size {
    width: u32,
    height: u32,
}

impl Size {
    /// The least width and height in pixels at which there is room for the text.
    pub const LEAST: u32 = 300;
    /// The greatest width and height in pixels.
    pub const GREATEST: u32 = 10_000;

    /// A size with both numbers from [`Size::LEAST`] to [`Size::GREATEST`].
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let range = Self::LEAST..=Self::GREATEST;
        (range.contains(&width) && range.contains(&height)).then_some(Self { width, height })
    }

    /// The default size of most pictures: 1200 by 900 pixels.
    pub const USUAL: Self = Self { width: 1200, height: 900 };
    /// The default size of a plane of games: 1200 by 1200 pixels.
    pub const SQUARE: Self = Self { width: 1200, height: 1200 };
    /// The size of a picture of games that differ in one move: 1200 by 700 pixels.
    pub const FLAT: Self = Self { width: 1200, height: 700 };
    /// The default size of a refutation: 1200 by 320 pixels.
    pub const WIDE: Self = Self { width: 1200, height: 320 };

    /// The number of columns of pixels.
    pub fn width(self) -> u32 {
        self.width
    }

    /// The number of rows of pixels.
    pub fn height(self) -> u32 {
        self.height
    }
}

impl TryFrom<(u32, u32)> for Size {
    type Error = String;

    fn try_from((width, height): (u32, u32)) -> Result<Self, String> {
        Self::new(width, height).ok_or_else(|| {
            let (least, greatest) = (Self::LEAST, Self::GREATEST);
            format!(
                "width and height are from {least} to {greatest} pixels, not {width} and {height}"
            )
        })
    }
}

/// The colours of the sheet and of what is written on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// As the reader of an SVG prefers (`prefers-color-scheme`); a PNG is light.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// A finished picture.
#[derive(Clone, Debug)]
pub struct Picture {
    size: Size,
    shapes: Vec<Shape>,
    /// The title, for those who cannot see it.
    pub title: String,
    /// What it shows, for those who cannot see it.
    pub description: String,
}

/// Pictures that follow one another, over the shapes that they have in common.
#[derive(Clone, Debug)]
pub struct Animation {
    base: Picture,
    frames: Vec<Vec<Shape>>,
    milliseconds: u32,
}

impl Animation {
    /// The animation as an SVG document (SMIL), which begins again at its end.  A viewer that does not support
    /// animation shows the first picture.
    pub fn svg(&self, theme: Theme) -> String {
        vector::animated(self, theme)
    }
}

/// Why a picture could not be rendered: not enough memory for its pixels, or for the file.
#[derive(Debug, Error)]
#[error("the picture cannot be rendered: {0}")]
pub struct RenderError(String);

impl Picture {
    /// The picture as an SVG document.
    pub fn svg(&self, theme: Theme) -> String {
        vector::document(self, theme)
    }

    /// The picture as a PNG file of exactly the requested size.
    pub fn png(&self, theme: Theme) -> Result<Vec<u8>, RenderError> {
        raster::png(self.size, &self.shapes, theme == Theme::Dark)
    }
}
