import { type CellSelection, ComparisonPlan, type Variant } from '@lathe/contract'
import { startMockProvider, type StartOptions } from '@lathe/mock-provider'
import { expect, onTestFinished } from 'vitest'
import type * as z from 'zod'
import type { Db } from '../platform/db/db.ts'
import { type RunningOptions, startRunningApp } from './running-app.ts'

export type PlanFields = Partial<z.input<typeof ComparisonPlan>>

/** Builds a plan from the given fields and defaults. */
export const planWith = (fields: PlanFields): ComparisonPlan =>
  ComparisonPlan.parse({ variants: [], cases: [], ...fields })

/** A variant with a single prompt that uses the connection of `startComparisonApp`. */
export const promptColumn = (key: string, text: string, connection = 'lane'): Variant => ({
  key,
  name: key.toUpperCase(),
  base: {
    type: 'prompt',
    messages: [{ role: 'user', text }],
    model: { connection, name: 'demo-fast' },
  },
})

export const caseRow = (key: string, question = key) => ({ key, input: { question } })

type RunOptions = { only?: CellSelection; rerun?: boolean }

/** Starts the app with a mock provider as the connection `lane`. Both stop after the test. */
export async function startComparisonApp(
  db: Db,
  options: StartOptions = {},
  defaultHeaders: Record<string, string> = {},
  running: RunningOptions = {},
) {
  const mockProvider = await startMockProvider(options)
  const app = await startRunningApp(db, running)
  onTestFinished(async () => {
    await app.stop()
    await mockProvider.close()
  })
  const { client } = app
  const lane = { baseUrl: mockProvider.url, key: 'a-key-for-the-provider', allowPrivate: true }
  await client.models.createConnection({ name: 'lane', ...lane, defaultHeaders })
  const make = async (fields: PlanFields) => {
    const { id } = await client.comparisons.create({ name: 'Prompts', plan: planWith(fields) })
    return id
  }
  const ended = async (id: string) => {
    await expect.poll(async () => (await client.comparisons.get({ id })).status).not.toBe('running')
    return client.comparisons.get({ id })
  }
  const run = async (id: string, asked: RunOptions = {}) => {
    await client.comparisons.run({ id, ...asked })
    return ended(id)
  }
  return { ...app, mockProvider, make, run, ended }
}
