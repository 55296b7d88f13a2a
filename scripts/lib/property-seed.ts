import * as fc from 'fast-check'

/** The same cases in every run of the tests; `PROPERTY_SEED=random` looks for new ones. */
const seed = process.env['PROPERTY_SEED'] ?? '20261120'

if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
