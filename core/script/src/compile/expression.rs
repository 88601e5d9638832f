//! Compilation of expressions to register code.

use super::*;

impl Compiler<'_, '_> {
    /// Compiles an expression; returns its value.
    pub(super) fn expression(&mut self, expression: Expression) -> Value {
        // Pending jumps over the right sides of `and`, `or` and choices; the last one belongs to
        // the innermost.
        let mut jumps: Vec<usize> = Vec::new();
        for id in expression.ids() {
            let value = self.node(id, &mut jumps);
            self.values[id as usize] = value;
        }
        self.values[expression.root as usize]
    }

    fn node(&mut self, id: NodeId, jumps: &mut Vec<usize>) -> Value {
        let tree = self.tree;
        let node = tree.node(id);
        let value = |compiler: &Self, id: NodeId| compiler.values[id as usize];
        match &node.kind {
            NodeKind::Number(number, _, _) => Value::Constant(*number),
            NodeKind::Truth(known) => Value::Constant(truth(*known)),
            NodeKind::Name(_) | NodeKind::At(..) => self.name(id),
            NodeKind::Text(_) | NodeKind::List(_) => Value::Constant(0.0),
            NodeKind::Not(inner) => self.unary(Unary::Not, value(self, *inner)),
            NodeKind::Minus(inner) => self.unary(Unary::Minus, value(self, *inner)),
            NodeKind::Call(name, values) => {
                if let Some(filter) = self.filter(name, values) {
                    return self.windowed(filter, value(self, values[0]), value(self, values[1]));
                }
                let values: Vec<Value> = values.iter().map(|id| value(self, *id)).collect();
                self.call(name, &values)
            }
            NodeKind::Binary(Operator::Power, base, exponent) => {
                let literal = match tree.node(*exponent).kind {
                    NodeKind::Number(literal, _, Unit::Plain) => Some(literal),
                    _ => None,
                };
                self.power(value(self, *base), value(self, *exponent), literal)
            }
            NodeKind::Binary(operator, left, right) if operator.compares() => {
                let (first, second) = (value(self, *left), value(self, *right));
                // The middle of a chain such as `1 < a < 2` is compared twice.
                if self.is_compared_after(id, *right) {
                    self.hook.held.push(second);
                }
                let answer = self.comparison(*operator, first, second);
                if let Some(place) = self.hook.held.iter().position(|held| *held == first) {
                    self.hook.held.remove(place);
                    self.release(first);
                }
                answer
            }
            NodeKind::Binary(operator, left, right) => {
                let (left, right) = (value(self, *left), value(self, *right));
                self.arithmetic(*operator, left, right, node.place)
            }
            NodeKind::Logic(logic, left) => {
                // The left side is the result, unless the right side must be evaluated.
                let answer = self.own(value(self, *left));
                jumps.push(match logic {
                    Logic::And => self.emit(Instruction::IfNot(answer, 0)),
                    Logic::Or => self.emit(Instruction::If(answer, 0)),
                });
                self.hook.label = self.here();
                Value::Register(answer)
            }
            NodeKind::Joined(logic, left, right) => {
                let answer = self.answer_in(&NodeKind::Logic(*logic, *left));
                self.joins(answer, value(self, *right), jumps);
                Value::Register(answer)
            }
            NodeKind::Then(condition) => {
                let condition = value(self, *condition);
                jumps.push(self.branch(condition));
                self.hook.label = self.here();
                Value::Constant(0.0)
            }
            NodeKind::Else(first) => {
                let answer = self.own(value(self, *first));
                let end = self.emit(Instruction::Jump(0));
                if let Some(jump) = jumps.pop() {
                    self.lands(jump);
                }
                jumps.push(end);
                Value::Register(answer)
            }
            NodeKind::Choice(_, first, second) => {
                let answer = self.answer_in(&NodeKind::Else(*first));
                self.joins(answer, value(self, *second), jumps);
                Value::Register(answer)
            }
        }
    }

    /// Whether a comparison after node `id` begins with node `operand`.
    fn is_compared_after(&self, id: NodeId, operand: NodeId) -> bool {
        let later = &self.tree.nodes[id as usize + 1..];
        later.iter().any(|node| matches!(node.kind, NodeKind::Binary(_, left, _) if left == operand))
    }

    /// The register of the result, which the marker before the right side holds.
    fn answer_in(&self, marker: &NodeKind) -> Register {
        let place = self.tree.nodes.iter().position(|node| node.kind == *marker);
        match place.map(|place| self.values[place]) {
            Some(Value::Register(register)) => register,
            _ => unreachable!("a marker holds a register"),
        }
    }

    /// Copies the second side of `and`, `or` or a choice to `answer` as well.
    fn joins(&mut self, answer: Register, second: Value, jumps: &mut Vec<usize>) {
        let from = self.register(second);
        if from != answer {
            self.emit(Instruction::Move(answer, from));
            self.release(second);
        }
        if let Some(jump) = jumps.pop() {
            self.lands(jump);
        }
    }

    /// Copies the value to a temporary of its own, unless it is in one.
    fn own(&mut self, value: Value) -> Register {
        match value {
            Value::Register(register) if self.is_temporary(register) => register,
            other => {
                let from = self.register(other);
                let to = self.temporary();
                self.emit(Instruction::Move(to, from));
                to
            }
        }
    }

    /// Emits a jump that is taken if the condition is false. Its target is set later.
    pub(super) fn branch(&mut self, condition: Value) -> usize {
        let register = self.register(condition);
        let last = self.here().checked_sub(1).filter(|last| *last >= self.hook.label);
        let last = last.map(|last| self.hook.code.instructions[last]);
        let jump = match last {
            Some(Instruction::Compare(comparison, to, a, b)) if to == register && self.is_temporary(to) => {
                Some(Instruction::Unless(comparison, a, b, 0))
            }
            Some(Instruction::Unary(Unary::Not, to, a)) if to == register && self.is_temporary(to) => {
                Some(Instruction::If(a, 0))
            }
            _ => None,
        };
        if jump.is_some() {
            self.hook.code.instructions.pop();
            self.hook.code.faults.pop();
        }
        self.release(condition);
        self.emit(jump.unwrap_or(Instruction::IfNot(register, 0)))
    }

    fn name(&mut self, id: NodeId) -> Value {
        match self.meanings.of_nodes[id as usize] {
            Meaning::Cwnd => Value::Register(CWND),
            Meaning::Ssthresh => Value::Register(SSTHRESH),
            Meaning::Declared(place) => {
                let register = DECLARED + place as Register;
                if self.may_lack {
                    self.emit(Instruction::Needs(register));
                }
                Value::Register(register)
            }
            Meaning::Let(number) => Value::Register(self.hook.lets[number].unwrap_or(CWND)),
            Meaning::Input(Input::Window) => {
                let most = self.input(Input::ReceiveWindow);
                let to = self.temporary();
                self.emit(Instruction::Min(to, CWND, most));
                Value::Register(to)
            }
            Meaning::Input(Input::InSlowStart) => {
                let to = self.temporary();
                self.emit(Instruction::Compare(Comparison::Less, to, CWND, SSTHRESH));
                Value::Register(to)
            }
            Meaning::Input(input) => Value::Register(self.input(input)),
            Meaning::Nothing => Value::Constant(0.0),
        }
    }

    /// Emits an instruction with two operands; if both are constants and it has a result, computes the
    /// result instead. A division by zero is not computed here, because it must be counted as a fault.
    fn pair(
        &mut self,
        left: Value,
        right: Value,
        known: impl Fn(f64, f64) -> Option<f64>,
        emit: impl Fn(&mut Self, Register, Register, Register),
    ) -> Value {
        if let (Value::Constant(a), Value::Constant(b)) = (left, right)
            && let Some(known) = known(a, b)
        {
            return Value::Constant(known);
        }
        let (a, b) = (self.register(left), self.register(right));
        self.release(left);
        self.release(right);
        let to = self.temporary();
        emit(self, to, a, b);
        Value::Register(to)
    }

    fn binary(&mut self, operation: Binary, left: Value, right: Value, place: Place) -> Value {
        let known = |a, b| binary(operation, a, b);
        self.pair(left, right, known, |compiler, to, a, b| {
            let instruction = match operation {
                Binary::Add => Instruction::Add(to, a, b),
                Binary::Subtract => Instruction::Subtract(to, a, b),
                Binary::Multiply => Instruction::Multiply(to, a, b),
                Binary::Power => Instruction::Power(to, a, b),
                Binary::Min => Instruction::Min(to, a, b),
                Binary::Max => Instruction::Max(to, a, b),
                Binary::Divide => {
                    let divide = Instruction::Divide(to, a, b);
                    return compiler.emit_with_fault(divide, place, FaultKind::ByZero);
                }
            };
            compiler.emit(instruction);
        })
    }

    fn unary(&mut self, function: Unary, value: Value) -> Value {
        if let Value::Constant(x) = value {
            return Value::Constant(unary(function, x));
        }
        let a = self.register(value);
        self.release(value);
        let to = self.temporary();
        self.emit(Instruction::Unary(function, to, a));
        Value::Register(to)
    }

    pub(super) fn arithmetic(
        &mut self,
        operator: Operator,
        left: Value,
        right: Value,
        place: Place,
    ) -> Value {
        let operation = match operator {
            Operator::Add => Binary::Add,
            Operator::Subtract => Binary::Subtract,
            Operator::Multiply => Binary::Multiply,
            _ => Binary::Divide,
        };
        self.binary(operation, left, right, place)
    }

    fn comparison(&mut self, operator: Operator, left: Value, right: Value) -> Value {
        let (comparison, left, right) = match operator {
            Operator::Less => (Comparison::Less, left, right),
            Operator::AtMost => (Comparison::AtMost, left, right),
            Operator::More => (Comparison::Less, right, left),
            Operator::AtLeast => (Comparison::AtMost, right, left),
            Operator::Equal => (Comparison::Equal, left, right),
            _ => (Comparison::Unequal, left, right),
        };
        self.pair(
            left,
            right,
            |a, b| Some(truth(compare(comparison, a, b))),
            |compiler, to, a, b| {
                compiler.emit(Instruction::Compare(comparison, to, a, b));
            },
        )
    }

    fn power(&mut self, base: Value, exponent: Value, literal: Option<f64>) -> Value {
        let cubes = literal == Some(3.0);
        if literal != Some(2.0) && !cubes {
            return self.binary(Binary::Power, base, exponent, 0);
        }
        if let Value::Constant(x) = base {
            return Value::Constant(if cubes { x * x * x } else { x * x });
        }
        let a = self.register(base);
        let to = self.temporary();
        self.emit(Instruction::Multiply(to, a, a));
        if cubes {
            self.emit(Instruction::Multiply(to, to, a));
        }
        self.release(base);
        Value::Register(to)
    }

    fn call(&mut self, name: &str, values: &[Value]) -> Value {
        let Some(known) = function_of(name) else {
            return Value::Constant(0.0);
        };
        if let Some(function) = known.function.unary() {
            return self.unary(function, values[0]);
        }
        match known.function {
            Function::Min => self.fold(Binary::Min, values),
            Function::Max => self.fold(Binary::Max, values),
            Function::Clamp => {
                let above = self.fold(Binary::Max, &values[..2]);
                self.fold(Binary::Min, &[above, values[2]])
            }
            Function::Smooth => self.smooth(values[0], values[1], values[2]),
            Function::Random => {
                self.program.uses.random = true;
                let to = self.temporary();
                self.emit(Instruction::Random(to));
                Value::Register(to)
            }
            // Filters are compiled before, as they need the unit of the span.
            _ => Value::Constant(0.0),
        }
    }

    /// The filter of a call, if the call has one.
    fn filter(&self, name: &str, values: &[NodeId]) -> Option<Filter> {
        let is_max = match function_of(name)?.function {
            Function::WindowedMax => true,
            Function::WindowedMin => false,
            _ => return None,
        };
        Some(Filter { is_max, by_rounds: self.meanings.span(values) == Some(ROUNDS) })
    }

    fn windowed(&mut self, filter: Filter, value: Value, span: Value) -> Value {
        self.program.filters.push(filter);
        let number = (self.program.filters.len() - 1) as u16;
        let (a, over) = (self.register(value), self.register(span));
        self.release(value);
        self.release(span);
        let to = self.temporary();
        self.emit(Instruction::Windowed(to, a, over, number));
        Value::Register(to)
    }

    fn fold(&mut self, operation: Binary, values: &[Value]) -> Value {
        let mut folded = values[0];
        for value in &values[1..] {
            folded = self.binary(operation, folded, *value, 0);
        }
        folded
    }

    /// Computes gain·old + (1 − gain)·new.
    fn smooth(&mut self, old: Value, new: Value, gain: Value) -> Value {
        let gains = self.register(gain);
        let held = Value::Register(gains);
        let first = {
            // The gain is used twice, so it is released later.
            let a = self.register(old);
            let to = self.temporary();
            self.emit(Instruction::Multiply(to, gains, a));
            self.release(old);
            Value::Register(to)
        };
        let one = self.constant(1.0);
        let rest = self.temporary();
        self.emit(Instruction::Subtract(rest, one, gains));
        self.release(if let Value::Constant(_) = gain { Value::Constant(0.0) } else { held });
        let second = self.binary(Binary::Multiply, Value::Register(rest), new, 0);
        self.binary(Binary::Add, first, second, 0)
    }
}
