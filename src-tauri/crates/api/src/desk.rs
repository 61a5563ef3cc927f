//! What comes to the desk where a person decides: from the ask of a page or an agent to a request with everything that
//! it rests on, and the ticket by which whoever asked waits.
//!
//! Requests stand on this; it knows none of them.

mod agent_ask;
mod aim;
pub(crate) mod keeping;
mod permit;
mod permit_ask;
mod turn;

pub use agent_ask::{AgentAsk, AgentDoor, AgentTicket, Released, TakenIn, answer_agent, in_place, submit};
pub use permit::permit_question;
pub use permit_ask::{ActWord, PermitAsk, PermitCommand};

pub(crate) use aim::{Among, aim, aims, declared, ground, of_id, refused};
pub(crate) use turn::Purpose;
