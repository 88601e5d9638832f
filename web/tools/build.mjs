import './node-version.mjs';
import { buildAll } from './prepare.mjs';
import { main } from './terminal.mjs';

main(buildAll);
