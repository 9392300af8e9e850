//! What all pictures have in common.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use grundy_picture::{Size, Theme};

/// How pictures look.
#[derive(Debug, Args)]
pub struct Look {
    /// Theme of the picture; auto follows the viewer in an SVG, and is light in a PNG
    // Listed after the flags of the pictures themselves.
    #[arg(long, global = true, value_name = "THEME", default_value = "auto", value_parser = theme())]
    #[arg(display_order = 900)]
    pub theme: Theme,
}

/// The names of the themes.
fn theme() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(["auto", "light", "dark"]).map(|name| match name.as_str() {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        _ => Theme::Auto,
    })
}

/// `1200x900`, or `1200` for a square.
pub fn size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    let needed = || {
        format!(
            "a size in pixels such as 1200x900 or 1200 is needed, each number from {} to {}",
            Size::LEAST,
            Size::GREATEST
        )
    };
    let (width, height) = width.parse().ok().zip(height.parse().ok()).ok_or_else(needed)?;
    Size::new(width, height).ok_or_else(needed)
}
