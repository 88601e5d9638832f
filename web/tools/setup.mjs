import './node-version.mjs';
import { prepare } from './prepare.mjs';
import { main } from './terminal.mjs';

main(prepare);
