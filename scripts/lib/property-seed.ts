import * as fc from 'fast-check'

/** Fixed, so that every run tests the same cases. `PROPERTY_SEED=random` finds new ones. */
const seed = process.env['PROPERTY_SEED'] ?? '20261120'

if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
