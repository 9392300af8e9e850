//! The attribute of the types that are written as JSON.

use proc_macro::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Field, Type, parse_macro_input, parse_quote};

/// Says that a type is written as JSON: it is `Serialize`, and in tests `JsonSchema`.
///
/// A member that is an `Option` is left out where it has no value; one with `#[null]` is written as `null`.
#[proc_macro_attribute]
pub fn output(_: TokenStream, item: TokenStream) -> TokenStream {
    let mut item = parse_macro_input!(item as DeriveInput);
    let fields: Vec<&mut Field> = match &mut item.data {
        Data::Struct(it) => it.fields.iter_mut().collect(),
        Data::Enum(it) => it.variants.iter_mut().flat_map(|it| &mut it.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    for field in fields.into_iter().filter(|it| it.ident.is_some() && is_option(&it.ty)) {
        let attributes = field.attrs.len();
        field.attrs.retain(|it| !it.path().is_ident("null"));
        if field.attrs.len() == attributes {
            field.attrs.push(parse_quote!(#[serde(skip_serializing_if = "Option::is_none")]));
        }
    }
    quote! {
        #[derive(::serde::Serialize)]
        #[cfg_attr(test, derive(::schemars::JsonSchema))]
        #item
    }
    .into()
}

fn is_option(of: &Type) -> bool {
    matches!(of, Type::Path(it) if it.path.segments.last().is_some_and(|it| it.ident == "Option"))
}
