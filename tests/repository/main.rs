//! What the repository says about itself: layers, trusted rooms, the package.

mod architecture;
mod package;
mod trusted;
