use crate::{BadCertificate, Certificate, PublicKey, UnsupportedKey, pem};

/// The name of the file with what a person trusts.
pub const TRUST_FILE: &str = "trusted-signers.pem";

/// Certificates and keys that a person trusts to say who signed something.
#[derive(Debug, Clone, Default)]
pub struct TrustStore {
    certificates: Vec<Certificate>,
    keys: Vec<PublicKey>,
}

/// Why a file of trusted certificates cannot be read. Blocks are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrustError {
    /// It is no text.
    #[error("it is not UTF-8 text, as PEM must be")]
    NotText,
    /// It has no block.
    #[error("it has no block that begins with -----BEGIN CERTIFICATE-----")]
    Nothing,
    /// A block is damaged; why.
    #[error("block {0} is not PEM: {1}")]
    Pem(usize, String),
    /// A block is something else; what.
    #[error("block {0} is a {1}; only CERTIFICATE and PUBLIC KEY can be trusted")]
    Label(usize, String),
    /// A certificate cannot be read; why.
    #[error("the certificate in block {0} cannot be read: {1}")]
    Certificate(usize, BadCertificate),
    /// A key cannot be used; why.
    #[error("the key in block {0} cannot be used: {1}")]
    Key(usize, UnsupportedKey),
}

impl TrustStore {
    /// Reads a file of PEM blocks; text between them is passed over.
    ///
    /// # Errors
    ///
    /// [`TrustError`] when one block is damaged or neither a certificate nor a public key: what is not understood is
    /// told and not passed over.
    pub fn from_pem(bytes: &[u8]) -> Result<Self, TrustError> {
        let text = std::str::from_utf8(bytes).map_err(|_| TrustError::NotText)?;
        let mut store = Self::default();
        for (block, at) in pem::blocks(text).into_iter().zip(1..) {
            let (label, der) = pem::decoded(block).map_err(|why| TrustError::Pem(at, why))?;
            match label {
                pem::CERTIFICATE => {
                    let read = Certificate::from_der(&der);
                    store.certificates.push(read.map_err(|why| TrustError::Certificate(at, why))?);
                }
                pem::KEY => {
                    let read = PublicKey::from_der(&der);
                    store.keys.push(read.map_err(|why| TrustError::Key(at, why))?);
                }
                other => return Err(TrustError::Label(at, other.chars().take(40).collect())),
            }
        }
        if store.is_empty() { Err(TrustError::Nothing) } else { Ok(store) }
    }

    /// The same as PEM, without what is in it twice.
    pub fn to_pem(&self) -> String {
        let mut text = String::new();
        for certificate in &self.certificates {
            text.push_str(&format!("{}\n", certificate.subject().replace(char::is_control, " ")));
            text.push_str(&pem::encoded(pem::CERTIFICATE, certificate.der()));
        }
        self.keys.iter().for_each(|key| text.push_str(&key.to_pem()));
        text
    }

    /// Trusts what another one trusts, too. Whether anything is new in it.
    pub fn add(&mut self, other: Self) -> bool {
        let before = self.certificates.len() + self.keys.len();
        for certificate in other.certificates {
            if !self.holds(&certificate) {
                self.certificates.push(certificate);
            }
        }
        for key in other.keys {
            if !self.knows(&key) {
                self.keys.push(key);
            }
        }
        self.certificates.len() + self.keys.len() > before
    }

    /// Trusts a key, too.
    pub fn trust_key(&mut self, key: &PublicKey) {
        self.add(Self { certificates: Vec::new(), keys: vec![key.clone()] });
    }

    /// Trusts the certificate or key no more whose fingerprint or id begins so. How many these were.
    pub fn remove(&mut self, beginning: &str) -> usize {
        let before = self.certificates.len() + self.keys.len();
        self.certificates.retain(|one| !one.fingerprint().to_string().starts_with(beginning));
        self.keys.retain(|one| !one.id().to_string().starts_with(beginning));
        before - self.certificates.len() - self.keys.len()
    }

    /// Nothing is trusted.
    pub fn is_empty(&self) -> bool {
        self.certificates.is_empty() && self.keys.is_empty()
    }

    /// The certificates, in the order in which they were trusted.
    pub fn certificates(&self) -> &[Certificate] {
        &self.certificates
    }

    /// The keys that are trusted without a certificate.
    pub fn keys(&self) -> &[PublicKey] {
        &self.keys
    }

    /// Whether this very certificate is in it.
    pub(crate) fn holds(&self, certificate: &Certificate) -> bool {
        self.certificates.iter().any(|one| one.der() == certificate.der())
    }

    /// Whether this very key is in it.
    pub fn knows(&self, key: &PublicKey) -> bool {
        self.keys.iter().any(|one| one.der() == key.der())
    }
}
