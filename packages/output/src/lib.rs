//! The attributes of the types that are written as JSON, and of those that are read.

use proc_macro::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Field, Type, parse_macro_input, parse_quote};

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
    for field in fields.into_iter().filter(|field| field.ident.is_some() && is_option(&field.ty)) {
        let attributes = field.attrs.len();
        field.attrs.retain(|attribute| !attribute.path().is_ident("null"));
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

/// Says that a type is read as JSON, as a question or a part of one: it is `Clone`, `Debug` and `Deserialize`, and in tests
/// `JsonSchema`.  An unknown member is an error; the names of variants are lowercase.
///
/// A flag may be left out, as may a number (then 0) and the values of parameters, unless the type has a default of its
/// own.  Numbers and values are read by `ask::game`.
#[proc_macro_attribute]
pub fn question(_: TokenStream, item: TokenStream) -> TokenStream {
    let mut item = parse_macro_input!(item as DeriveInput);
    let container: Attribute = match &mut item.data {
        Data::Struct(it) => {
            let has_default = item.attrs.iter().any(is_default);
            it.fields.iter_mut().for_each(|field| readable(field, has_default));
            parse_quote!(#[serde(deny_unknown_fields)])
        }
        Data::Enum(_) | Data::Union(_) => parse_quote!(#[serde(rename_all = "lowercase")]),
    };
    quote! {
        #[derive(Clone, Debug, ::serde::Deserialize)]
        #[cfg_attr(test, derive(::schemars::JsonSchema))]
        #container
        #item
    }
    .into()
}

/// Is it `#[serde(default)]`, so that what is left out comes from the default of the type?
fn is_default(attribute: &Attribute) -> bool {
    attribute.path().is_ident("serde")
        && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("default"))
}

/// How a member of a question is read.
fn readable(field: &mut Field, has_default: bool) {
    let (read, shown) = match last_name(&field.ty).as_deref() {
        Some("bool") if has_default => return,
        Some("bool") => return field.attrs.push(parse_quote!(#[serde(default)])),
        Some("Integer") => ("number", "crate::ask::game::Number"),
        Some("Points") => {
            ("points", "std::collections::BTreeMap<String, Vec<crate::report::schemas::Decimal>>")
        }
        Some("Assignment") => {
            ("numbers", "std::collections::BTreeMap<String, crate::report::schemas::Decimal>")
        }
        _ => return,
    };
    let read = format!("crate::ask::game::{read}");
    field.attrs.push(match has_default {
        true => parse_quote!(#[serde(deserialize_with = #read)]),
        false => parse_quote!(#[serde(default, deserialize_with = #read)]),
    });
    field.attrs.push(parse_quote!(#[cfg_attr(test, schemars(with = #shown))]));
}

fn is_option(of: &Type) -> bool {
    last_name(of).is_some_and(|name| name == "Option")
}

fn last_name(of: &Type) -> Option<String> {
    match of {
        Type::Path(it) => it.path.segments.last().map(|it| it.ident.to_string()),
        _ => None,
    }
}
