import type { Example } from '@lathe/contract'
import { uuid } from './event-factory.ts'

/** Builds an example of the dataset `uuid(1)`, saved in its first version. */
export const makeExample = (overrides: Partial<Example> = {}): Example => ({
  id: uuid(2),
  datasetId: uuid(1),
  inputs: { question: 'Tides?' },
  reference: null,
  metadata: {},
  splits: [],
  files: [],
  traceId: null,
  spanId: null,
  version: 1,
  createdAt: 0,
  modifiedAt: 0,
  ...overrides,
})
