//! Algorithms that are Python classes.

use crate::waiting::in_hook;
use crate::wrong;
use ackscope_engine::setup::SourceSetup;
use ackscope_lab::lanes::LanePlan;
use ackscope_program::hooks::{Call, Hooked, Hooks, Maker};
use ackscope_program::input::{EVENT_NAMES, Event, INPUTS, Kind};
use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The first error of a hook: it ends the run.
pub type Failure = Arc<Mutex<Option<PyErr>>>;

/// What a hook sees and sets.
#[pyclass(module = "ackscope._native", name = "Flow")]
pub struct Flow(Option<Call>);

impl Flow {
    fn call(&self) -> PyResult<&Call> {
        self.0
            .as_ref()
            .ok_or_else(|| PyValueError::new_err("the hook is over: a flow is read inside of a hook only"))
    }

    fn call_mut(&mut self) -> PyResult<&mut Call> {
        self.0
            .as_mut()
            .ok_or_else(|| PyValueError::new_err("the hook is over: a flow is changed inside of a hook only"))
    }
}

#[pymethods]
impl Flow {
    /// A name of a script, such as `rtt_min`.
    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        let call = self.call()?;
        let Some(value) = call.value(name) else {
            let hook = call.event().word();
            let names: Vec<&str> = INPUTS
                .iter()
                .filter(|known| known.is_known_in(Some(call.event())))
                .map(|known| known.word)
                .collect();
            let allowed = names.join(", ");
            return Err(PyAttributeError::new_err(format!(
                "on_{hook}: found {name:?}, allowed: cwnd, ssthresh, {allowed}"
            )));
        };
        let is_truth = INPUTS.iter().any(|known| known.word == name && known.kind == Kind::Condition);
        if is_truth {
            return Ok((value != 0.0).into_pyobject(py)?.to_owned().into_any().unbind());
        }
        Ok(value.into_pyobject(py)?.into_any().unbind())
    }

    /// The congestion window, in segments.
    #[getter]
    fn cwnd(&self) -> PyResult<f64> {
        Ok(self.call()?.value("cwnd").unwrap_or(0.0))
    }

    #[setter]
    fn set_cwnd(&mut self, value: f64) -> PyResult<()> {
        self.call_mut()?.set_cwnd(value);
        Ok(())
    }

    /// The slow-start threshold, in segments.
    #[getter]
    fn ssthresh(&self) -> PyResult<f64> {
        Ok(self.call()?.value("ssthresh").unwrap_or(0.0))
    }

    #[setter]
    fn set_ssthresh(&mut self, value: f64) -> PyResult<()> {
        self.call_mut()?.set_ssthresh(value);
        Ok(())
    }

    /// Applies New Reno's rule for this event.
    fn standard(&mut self) -> PyResult<()> {
        self.call_mut()?.standard();
        Ok(())
    }
}

/// A class, which makes an object for each connection.
struct Class {
    class: Py<PyAny>,
    failure: Failure,
}

impl fmt::Debug for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a Python class")
    }
}

/// Calls methods of a class.
fn attached<T>(call: impl FnOnce(Python<'_>) -> T) -> T {
    in_hook(|| Python::attach(call))
}

fn keep(failure: &Failure, error: PyErr) {
    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}

impl Maker for Class {
    fn make(&self) -> Box<dyn Hooks> {
        attached(|py| {
            let object = self.class.call0(py).unwrap_or_else(|error| {
                keep(&self.failure, error);
                py.None()
            });
            let hooks = EVENT_NAMES.iter().map(|known| {
                let method = object.getattr(py, format!("on_{}", known.word)).ok();
                method.filter(|method| !method.is_none(py))
            });
            let pace = object.getattr(py, "pace").ok();
            Box::new(Object { hooks: hooks.collect(), pace, object, failure: self.failure.clone() })
        })
    }
}

/// An object of a connection, with its methods.
struct Object {
    object: Py<PyAny>,
    hooks: Vec<Option<Py<PyAny>>>,
    pace: Option<Py<PyAny>>,
    failure: Failure,
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a Python object")
    }
}

impl Object {
    fn ask<T: for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr> + Default>(
        failure: &Failure,
        method: &Py<PyAny>,
        call: &mut Call,
    ) -> T {
        if failure.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return T::default();
        }
        attached(|py| {
            let asked = (|| {
                let flow = Bound::new(py, Flow(Some(call.clone())))?;
                let found = method.bind(py).call1((&flow,))?;
                if let Some(done) = flow.borrow_mut().0.take() {
                    *call = done;
                }
                if found.is_none() { Ok(T::default()) } else { found.extract::<T>() }
            })();
            asked.unwrap_or_else(|error| {
                keep(failure, error);
                T::default()
            })
        })
    }
}

/// What a hook returns does not matter.
#[derive(Default)]
struct Anything;

impl<'a, 'py> FromPyObject<'a, 'py> for Anything {
    type Error = PyErr;

    fn extract(_: Borrowed<'a, 'py, PyAny>) -> PyResult<Anything> {
        Ok(Anything)
    }
}

impl Hooks for Object {
    fn has(&self, event: Event) -> bool {
        self.hooks[event as usize].is_some()
    }

    fn run(&mut self, call: &mut Call) {
        if let Some(method) = &self.hooks[call.event() as usize] {
            let Anything = Object::ask(&self.failure, method, call);
        }
    }

    fn pace(&mut self, call: &mut Call) -> Option<f64> {
        let rate: f64 = Object::ask(&self.failure, self.pace.as_ref()?, call);
        Some(rate)
    }

    fn copy(&self) -> Box<dyn Hooks> {
        attached(|py| {
            let copied = py.import("copy").and_then(|copy| copy.call_method1("deepcopy", (&self.object,)));
            let class = match copied {
                Ok(object) => object.unbind(),
                Err(error) => {
                    keep(&self.failure, error);
                    self.object.clone_ref(py)
                }
            };
            let bound = |word: &str| class.getattr(py, word).ok().filter(|method| !method.is_none(py));
            let hooks = EVENT_NAMES.iter().map(|known| bound(&format!("on_{}", known.word))).collect();
            let pace = bound("pace");
            Box::new(Object { hooks, pace, object: class, failure: self.failure.clone() })
        })
    }
}

/// The classes of a run or a sweep by the names of the scripts that stand for them.
pub struct Classes {
    known: Vec<(String, Arc<Hooked>)>,
    /// The first error of a hook.
    pub failure: Failure,
}

impl Classes {
    /// # Errors
    /// If a class has a hook that does not exist.
    pub fn of(classes: Option<&Bound<'_, PyDict>>) -> PyResult<Classes> {
        let mut all = Classes { known: Vec::new(), failure: Failure::default() };
        for (name, class) in classes.into_iter().flatten() {
            let name: String = name.extract()?;
            for method in class.dir()? {
                let method: String = method.extract()?;
                let is_hook = |word| EVENT_NAMES.iter().any(|known| known.word == word);
                if method.strip_prefix("on_").is_some_and(|word| !is_hook(word)) {
                    let hooks: Vec<String> =
                        EVENT_NAMES.iter().map(|known| format!("on_{}", known.word)).collect();
                    return Err(wrong(class.py(), &format!("algorithms.{name}"), &method, &hooks.join(", ")));
                }
            }
            let rates = class.getattr("rate_samples").is_ok_and(|wanted| wanted.is_truthy().unwrap_or(false));
            let paces = class.hasattr("pace")?;
            let maker = Arc::new(Class { class: class.unbind(), failure: all.failure.clone() });
            let hooked = Arc::new(Hooked::new(&name, maker, rates, paces));
            all.known.push((name, hooked));
        }
        Ok(all)
    }

    /// Whether there are none: then no run calls Python.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Whether a hook has failed.
    pub fn failed(&self) -> bool {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// # Errors
    /// What a hook raised first.
    pub fn check(&self) -> PyResult<()> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }

    /// Puts the classes in the place of the scripts of the same names.
    pub fn put(&self, plan: &mut LanePlan) {
        for (name, hooked) in &self.known {
            let own = plan.setup.register(hooked.clone());
            for flow in &mut plan.setup.flows {
                let SourceSetup::Tcp(tcp) = &mut flow.source else { continue };
                if tcp.own_algorithm.as_ref().is_some_and(|known| known.id() == *name) {
                    tcp.own_algorithm = Some(own.clone());
                }
            }
        }
    }
}
