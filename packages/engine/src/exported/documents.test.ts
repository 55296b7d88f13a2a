import { exportBlockers } from '@lathe/graph/export'
import { soundDocument } from '@lathe/graph/testing/arbitrary'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { typeErrors, writeProjects } from '../testing/exported.ts'

test('every graph without errors is exported as code that type-checks', async () => {
  const drawn = fc.sample(soundDocument, 250)
  const documents = drawn.filter((document) => exportBlockers(document, {}).length === 0)

  const folder = writeProjects(documents.map((document) => ({ document })))

  expect(documents.length).toBeGreaterThan(50)
  expect(await typeErrors(folder)).toBe('')
})
