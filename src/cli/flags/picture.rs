//! What all pictures have in common.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use grundy_picture::Theme;

/// The names of the themes.
pub fn theme() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(["auto", "light", "dark"]).map(|name| match name.as_str() {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        _ => Theme::Auto,
    })
}
