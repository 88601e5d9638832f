//! Environments for learning: many at once, each in its own run, without Python's lock.

use crate::{refusal, wrong};
use ackscope_engine::math;
use ackscope_lab::gym::{Env, QUANTITIES, Row, Spec};
use ackscope_lab::picture;
use ackscope_scenario::ScenarioError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;

const ROW: usize = QUANTITIES.len() * size_of::<f64>();

/// e to the power of each of these 64-bit numbers, as a script computes it.
#[pyfunction]
pub fn exp<'py>(py: Python<'py>, numbers: &[u8]) -> Bound<'py, PyByteArray> {
    let (numbers, _) = numbers.as_chunks::<8>();
    let all: Vec<u8> =
        numbers.iter().flat_map(|bytes| math::exp(f64::from_ne_bytes(*bytes)).to_ne_bytes()).collect();
    PyByteArray::new(py, &all)
}

/// Environments of one kind, each with its own run and its own draws.
#[pyclass(module = "ackscope._native")]
pub struct Envs {
    envs: Vec<Env>,
    agents: Vec<String>,
    threads: usize,
    /// Its threads, and the process that they belong to: a process that multiprocessing forked has none of them.
    pool: Option<(u32, ThreadPool)>,
}

#[pymethods]
impl Envs {
    #[new]
    fn new(py: Python<'_>, spec: &str, number: usize, threads: usize) -> PyResult<Envs> {
        let spec: Spec =
            serde_json::from_str(spec).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let agents = spec.check().map_err(|error| refusal(py, &error))?;
        if !(1..=100_000).contains(&number) {
            return Err(wrong(py, "num_envs", &number.to_string(), "1 to 100000"));
        }
        if threads > 1024 {
            return Err(wrong(py, "threads", &threads.to_string(), "0 to 1024"));
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let spec = Arc::new(spec);
        let envs = (0..number).map(|_| Env::new(spec.clone(), 0)).collect();
        Ok(Envs { envs, agents, threads: if threads == 0 { cores } else { threads }.min(number), pool: None })
    }

    /// Name, unit and meaning of each number of a row.
    #[staticmethod]
    fn quantities() -> Vec<(&'static str, &'static str, &'static str)> {
        QUANTITIES.to_vec()
    }

    /// The names of the learning flows.
    #[getter]
    fn agents(&self) -> Vec<String> {
        self.agents.clone()
    }

    /// From now on the episodes of an environment are those of this seed.
    fn reseed(&mut self, place: usize, seed: u64) -> PyResult<()> {
        let env = self.envs.get_mut(place).ok_or_else(|| PyValueError::new_err("no such environment"))?;
        env.reseed(seed);
        Ok(())
    }

    /// The scenario of the current episode of an environment.
    fn scenario(&self, place: usize) -> PyResult<String> {
        let env = self.envs.get(place).ok_or_else(|| PyValueError::new_err("no such environment"))?;
        Ok(env.scenario().to_string())
    }

    /// The fingerprint of the current episode of an environment so far.
    fn trace_hash(&self, place: usize) -> PyResult<String> {
        let env = self.envs.get(place).ok_or_else(|| PyValueError::new_err("no such environment"))?;
        Ok(format!("{:016x}", env.trace_hash()))
    }

    /// The picture of the current episode of an environment so far: height, width, and three bytes for each pixel.
    fn picture<'py>(
        &self,
        py: Python<'py>,
        place: usize,
    ) -> PyResult<(usize, usize, Bound<'py, PyByteArray>)> {
        let env = self.envs.get(place).ok_or_else(|| PyValueError::new_err("no such environment"))?;
        let runs: Vec<_> = env.simulation().into_iter().collect();
        let made = picture::of(&runs);
        Ok((picture::HEIGHT, picture::WIDTH, PyByteArray::new(py, &made.pixels)))
    }

    /// Begins the next episode of each environment: a row for each learning flow of each environment.
    fn reset<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        self.each(py, |env, rows, _| env.reset(rows), &[])
    }

    /// A step of each environment. `actions` are the bytes of a 64-bit number for each learning flow.
    fn step<'py>(&mut self, py: Python<'py>, actions: &[u8]) -> PyResult<Bound<'py, PyByteArray>> {
        let (numbers, rest) = actions.as_chunks::<8>();
        let expected = self.envs.len() * self.agents.len();
        if numbers.len() != expected || !rest.is_empty() {
            let found = format!("{} numbers", actions.len() / 8);
            return Err(wrong(py, "actions", &found, &format!("{expected} numbers")));
        }
        let actions: Vec<f64> = numbers.iter().map(|bytes| f64::from_ne_bytes(*bytes)).collect();
        if let Some(found) = actions.iter().find(|action| !action.is_finite()) {
            return Err(wrong(py, "actions", &found.to_string(), "finite numbers"));
        }
        self.each(py, Env::step_with, &actions)
    }
}

/// What is done with each environment.
type One = fn(&mut Env, &mut [Row], &[f64]) -> Result<(), ScenarioError>;

trait StepWith {
    fn step_with(&mut self, rows: &mut [Row], actions: &[f64]) -> Result<(), ScenarioError>;
}

impl StepWith for Env {
    fn step_with(&mut self, rows: &mut [Row], actions: &[f64]) -> Result<(), ScenarioError> {
        self.step(actions, rows)
    }
}

impl Envs {
    /// Does this with all environments, on all threads. The rows are written into the memory that NumPy reads.
    fn each<'py>(&mut self, py: Python<'py>, one: One, actions: &[f64]) -> PyResult<Bound<'py, PyByteArray>> {
        let agents = self.agents.len();
        let threads = self.threads;
        if threads > 1 && self.pool.as_ref().is_none_or(|(process, _)| *process != std::process::id()) {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.map_err(|error| PyValueError::new_err(error.to_string()))?;
            // To end a parent's threads from here would be to wait for them.
            std::mem::forget(self.pool.replace((std::process::id(), pool)));
        }
        let (envs, pool) = (&mut self.envs, &self.pool);
        let mut refused = Ok(());
        let made = PyByteArray::new_with(py, envs.len() * agents * ROW, |bytes| {
            let work = |(place, (env, bytes)): (usize, (&mut Env, &mut [u8]))| {
                let mut rows = vec![[0.0; QUANTITIES.len()]; agents];
                let own = actions.get(place * agents..(place + 1) * agents).unwrap_or_default();
                one(env, &mut rows, own)?;
                let numbers = rows.as_flattened().iter();
                for (place, value) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(numbers) {
                    *place = value.to_ne_bytes();
                }
                Ok(())
            };
            let size = agents * ROW;
            refused = py.detach(|| match pool {
                Some((_, pool)) if threads > 1 => pool.install(|| {
                    envs.par_iter_mut().zip(bytes.par_chunks_mut(size)).enumerate().try_for_each(work)
                }),
                _ => envs.iter_mut().zip(bytes.chunks_mut(size)).enumerate().try_for_each(work),
            });
            Ok(())
        })?;
        refused.map_err(|error: ScenarioError| refusal(py, &error))?;
        Ok(made)
    }
}
