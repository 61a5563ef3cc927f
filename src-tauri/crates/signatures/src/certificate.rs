use std::collections::BTreeSet;
use std::ops::Range;
use std::time::SystemTime;

use disk::Digest;
use x509_cert::der::asn1::{ObjectIdentifier, OctetString};
use x509_cert::der::{self, Decode, Encode, Reader, SliceReader};
use x509_cert::ext::pkix::name::GeneralName;
use x509_cert::ext::pkix::{
    AuthorityKeyIdentifier, BasicConstraints, CrlDistributionPoints, ExtendedKeyUsage, KeyUsage,
    SubjectAltName, SubjectKeyIdentifier,
};
use x509_cert::{TbsCertificate, Version};

use crate::public_key::Hash;
use crate::{PublicKey, UnsupportedKey};

/// Bytes of a certificate that are read (64 KiB).
const LIMIT: usize = 64 << 10;
/// Characters of a name that are told.
const TOLD: usize = 100;

const ECDSA: &str = "1.2.840.10045.4.3";
const RSA: &str = "1.2.840.113549.1.1";
const CODE_SIGNING: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.3.3");
const ANY_USAGE: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.37.0");
const NAME_CONSTRAINTS: ObjectIdentifier = ObjectIdentifier::new_unwrap("2.5.29.30");
/// Extensions that are understood or mean nothing here: key usage, alternative names, basic constraints, points of
/// revocation lists, policies, extended key usage.
const UNDERSTOOD: [ObjectIdentifier; 6] = [
    ObjectIdentifier::new_unwrap("2.5.29.15"),
    ObjectIdentifier::new_unwrap("2.5.29.17"),
    ObjectIdentifier::new_unwrap("2.5.29.19"),
    ObjectIdentifier::new_unwrap("2.5.29.31"),
    ObjectIdentifier::new_unwrap("2.5.29.32"),
    ObjectIdentifier::new_unwrap("2.5.29.37"),
];

/// Extensions by which other programs refuse a chain, also where they are not critical, and which are not followed here:
/// policy mappings, policy constraints, inhibited policies, address blocks and numbers of networks, proxies, and the
/// types of Netscape.
const DECIDES_ELSEWHERE: [ObjectIdentifier; 7] = [
    ObjectIdentifier::new_unwrap("2.5.29.33"),
    ObjectIdentifier::new_unwrap("2.5.29.36"),
    ObjectIdentifier::new_unwrap("2.5.29.54"),
    ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.1.7"),
    ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.1.8"),
    ObjectIdentifier::new_unwrap("1.3.6.1.5.5.7.1.14"),
    ObjectIdentifier::new_unwrap("2.16.840.1.113730.1.1"),
];

/// A certificate: whose key it says a key is, and who says so.
#[derive(Debug, Clone)]
pub struct Certificate {
    der: Vec<u8>,
    signed: Range<usize>,
    parsed: x509_cert::Certificate,
    key: Result<PublicKey, UnsupportedKey>,
    authority: Authority,
    usage: Usage,
}

/// The uses that a certificate allows its key.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage {
    /// Signing what is no certificate: by its key usage, where it has one.
    pub digital_signature: bool,
    /// Its extended key usage names the signing of code.
    pub names_code_signing: bool,
    /// It has no extended key usage, or one that names the signing of code, or any use.
    pub allows_code_signing: bool,
}

/// What a certificate lets its key do with other certificates.
#[derive(Debug, Clone)]
pub(crate) struct Authority {
    /// It is one of an authority.
    pub is_authority: bool,
    /// Authorities that may stand between it and what was signed.
    pub depth: Option<u8>,
    /// Its key may be used to sign certificates.
    pub may_certify: bool,
    /// What it demands that is not understood.
    pub demands: Option<String>,
    /// The id of its key.
    id: Option<Vec<u8>>,
    /// What it says of the certificate of its issuer.
    issuer: AuthorityKeyIdentifier,
}

/// Why some bytes are no certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadCertificate {
    /// It has more bytes than are read; how many.
    #[error("it has {0} bytes, more than the limit of {LIMIT}")]
    TooLarge(usize),
    /// It is no certificate; why.
    #[error("not an X.509 certificate: {0}")]
    Malformed(String),
}

impl From<der::Error> for BadCertificate {
    fn from(error: der::Error) -> Self {
        Self::Malformed(error.to_string())
    }
}

impl Certificate {
    /// Reads a certificate in DER.
    ///
    /// # Errors
    ///
    /// [`BadCertificate`] when it is none or has more than 64 KiB. A key of an unknown kind is no error here.
    pub fn from_der(bytes: &[u8]) -> Result<Self, BadCertificate> {
        if bytes.len() > LIMIT {
            return Err(BadCertificate::TooLarge(bytes.len()));
        }
        let parsed = x509_cert::Certificate::from_der(bytes)?;
        let body = parsed.tbs_certificate();
        let key = PublicKey::from_der(&body.subject_public_key_info().to_der()?);
        let (authority, usage) = (Authority::of(body)?, Usage::of(body)?);
        Ok(Self { signed: signed(bytes)?, der: bytes.to_owned(), parsed, key, authority, usage })
    }

    /// Its bytes, in DER.
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// SHA-256 of its bytes: what tells it from all others.
    pub fn fingerprint(&self) -> Digest {
        Digest::of(&self.der)
    }

    /// Whose it says it is: the common name with the organization. Anybody can write anything there.
    pub fn subject(&self) -> String {
        let name = self.parsed.tbs_certificate().subject();
        let common = name.common_name().ok().flatten().map(|text| text.value().into_owned());
        let organization = name.organization().ok().flatten().map(|text| text.value().into_owned());
        match (common, organization) {
            (Some(common), Some(organization)) if common != organization => {
                format!("{} ({})", told(&common), told(&organization))
            }
            (Some(one), _) | (None, Some(one)) => told(&one),
            (None, None) => told(&name.to_string()),
        }
    }

    /// Returns its whole subject, as RFC 4514 writes names, such as `CN=Signer,O=Example,C=DE`.
    pub fn whole_subject(&self) -> String {
        self.parsed.tbs_certificate().subject().to_string()
    }

    /// Who it says signed it.
    pub fn issuer(&self) -> String {
        let name = self.parsed.tbs_certificate().issuer();
        let common = name.common_name().ok().flatten().map(|text| text.value().into_owned());
        told(&common.unwrap_or_else(|| name.to_string()))
    }

    /// From when it holds.
    pub fn not_before(&self) -> SystemTime {
        self.parsed.tbs_certificate().validity().not_before.to_system_time()
    }

    /// Until when it holds.
    pub fn not_after(&self) -> SystemTime {
        self.parsed.tbs_certificate().validity().not_after.to_system_time()
    }

    /// The days from and until which it holds, such as `2026-04-01`, UTC.
    pub fn days(&self) -> [String; 2] {
        let validity = self.parsed.tbs_certificate().validity();
        [validity.not_before, validity.not_after].map(|time| time.to_date_time().to_string()[..10].to_owned())
    }

    /// Its key.
    ///
    /// # Errors
    ///
    /// [`UnsupportedKey`] when it is of a kind that is not known.
    pub fn key(&self) -> Result<&PublicKey, UnsupportedKey> {
        self.key.as_ref().map_err(Clone::clone)
    }

    /// It says that it signed itself.
    pub fn is_self_issued(&self) -> bool {
        let body = self.parsed.tbs_certificate();
        body.subject() == body.issuer()
    }

    pub(crate) fn usage(&self) -> Usage {
        self.usage
    }

    pub(crate) fn authority(&self) -> &Authority {
        &self.authority
    }

    /// It says that `issuer` signed it: by its name, and by the key, the issuer and the number of the issuer's certificate
    /// as far as it tells them.
    pub(crate) fn names(&self, issuer: &Self) -> bool {
        let (body, above) = (self.parsed.tbs_certificate(), issuer.parsed.tbs_certificate());
        let told = &self.authority.issuer;
        let wanted = told.key_identifier.as_ref().map(OctetString::as_bytes);
        let ids = wanted.zip(issuer.authority.id.as_deref());
        let is_number = |number| number == above.serial_number();
        let is_name = |name: &GeneralName| match name {
            GeneralName::DirectoryName(name) => name == above.issuer(),
            _ => true,
        };
        body.issuer() == above.subject()
            && ids.is_none_or(|(wanted, id)| wanted == id)
            && told.authority_cert_serial_number.as_ref().is_none_or(is_number)
            && told.authority_cert_issuer.iter().flatten().all(is_name)
    }

    /// Whether the key of `issuer` signed it; nothing when that cannot be told.
    pub(crate) fn is_signed_by(&self, issuer: &Self) -> Option<bool> {
        let algorithm = self.parsed.signature_algorithm();
        if self.parsed.tbs_certificate().signature() != algorithm {
            return None;
        }
        let algorithm = algorithm.oid.to_string();
        let hash = match algorithm.strip_prefix(ECDSA).or_else(|| algorithm.strip_prefix(RSA))? {
            ".2" | ".11" => Hash::Sha256,
            ".3" | ".12" => Hash::Sha384,
            ".4" | ".13" => Hash::Sha512,
            _ => return None,
        };
        let signature = self.parsed.signature().as_bytes()?;
        Some(issuer.key.as_ref().ok()?.verifies(hash, &self.der[self.signed.clone()], signature))
    }
}

impl Authority {
    fn of(body: &TbsCertificate) -> Result<Self, der::Error> {
        let constraints = body.get_extension::<BasicConstraints>()?.map(|(_, constraints)| constraints);
        let usage = body.get_extension::<KeyUsage>()?.map(|(_, usage)| usage);
        let id = body.get_extension::<SubjectKeyIdentifier>()?.map(|(_, id)| id.0.as_bytes().to_vec());
        let issuer = body.get_extension::<AuthorityKeyIdentifier>()?.map(|(_, id)| id).unwrap_or_default();
        // Nothing follows from these here, but other programs refuse a certificate in which they cannot be read.
        body.get_extension::<SubjectAltName>()?;
        body.get_extension::<CrlDistributionPoints>()?;
        let mut seen = BTreeSet::new();
        let twice = body
            .extensions()
            .into_iter()
            .flatten()
            .find(|extension| !seen.insert(extension.extn_id.to_string()));
        let unknown = body.extensions().into_iter().flatten().find(|extension| {
            extension.extn_id == NAME_CONSTRAINTS
                || DECIDES_ELSEWHERE.contains(&extension.extn_id)
                || extension.critical && !UNDERSTOOD.contains(&extension.extn_id)
        });
        Ok(Self {
            is_authority: body.version() == Version::V3
                && constraints.as_ref().is_some_and(|constraints| constraints.ca),
            depth: constraints.and_then(|constraints| constraints.path_len_constraint),
            may_certify: usage.is_none_or(|usage| usage.key_cert_sign()),
            demands: twice.or(unknown).map(|extension| extension.extn_id.to_string()),
            id,
            issuer,
        })
    }
}

impl Usage {
    fn of(body: &TbsCertificate) -> Result<Self, der::Error> {
        let usage = body.get_extension::<KeyUsage>()?.map(|(_, usage)| usage);
        let extended = body.get_extension::<ExtendedKeyUsage>()?.map(|(_, usage)| usage.0);
        let names = |usage: ObjectIdentifier| extended.as_ref().map(|usages| usages.contains(&usage));
        Ok(Self {
            digital_signature: usage.is_none_or(|usage| usage.digital_signature()),
            names_code_signing: names(CODE_SIGNING) == Some(true),
            allows_code_signing: names(CODE_SIGNING) != Some(false) || names(ANY_USAGE) == Some(true),
        })
    }
}

/// Where the bytes stand that the signature of a certificate is of. They are taken as they are: written anew they
/// might be others.
fn signed(bytes: &[u8]) -> Result<Range<usize>, der::Error> {
    let mut reader = SliceReader::new(bytes)?;
    der::Header::decode(&mut reader)?;
    let from = usize::try_from(reader.position())?;
    Ok(from..from + reader.tlv_bytes()?.len())
}

/// A name as far as it is told.
fn told(name: &str) -> String {
    match name.char_indices().nth(TOLD) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}
