import hooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Files that a tool loads and that export what it asks for. */
const CONFIGURATION = ['**/*.config.{js,ts}'];

export default defineConfig(
  globalIgnores([
    '**/dist/',
    '**/pkg/',
    '**/generated/',
    '**/node_modules/',
    '**/test-results/',
    '**/playwright-report/',
  ]),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // A scenario is a plain object whose keys are data, and a spread text is a list of its letters.
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // Numbers in texts are the normal case here.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => void doThis()` and `() => doThis()` mean the same to a reader.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['**/*.{js,mjs,ts,tsx}'],
    rules: {
      'no-console': 'error',
      'no-alert': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'max-lines': ['error', { max: 500 }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ExportDefaultDeclaration',
          message: 'Export by name: one name for one thing, everywhere.',
        },
        {
          selector: ':matches(LogicalExpression, ConditionalExpression) CallExpression[callee.name="use"]',
          message: 'React renders a part that waited again from `use` on: call it each time.',
        },
      ],
    },
  },
  {
    // The others have no hooks.
    files: ['web/{app,charts}/src/**/*.{ts,tsx}'],
    ...hooks.configs.flat.recommended,
  },
  {
    // An expression's time grows with its text's length: links, files and lessons are untrusted.
    files: ['web/*/src/**/*.{ts,tsx}', 'web/tools/serve.mjs'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  {
    files: CONFIGURATION,
    extends: [tseslint.configs.disableTypeChecked],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // Ambient declarations repeat what a tool's own modules look like.
    files: ['**/*.d.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
