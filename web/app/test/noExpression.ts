/** What a fake engine says of any expression. */
export const NO_EXPRESSION = {
  errors: [],
  is_condition: false,
  unit: '',
  program: [],
  inputs: [],
  measured: [],
  names: [],
};
