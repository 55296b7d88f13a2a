import { expect, test } from 'vitest'
import { caseRow, promptColumn, startComparisonApp } from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { chained } from '../../testing/runnable-documents.ts'

describeDatabases('outdated variants', (db) => {
  async function start() {
    const app = await startComparisonApp(db())
    const { client, make } = app
    const document = chained(['first'], 'lane')
    await client.agents.create({ name: 'Chain', document })
    await client.agents.saveVersion({ agent: 'chain', revision: 1, message: 'The first' })
    const agentVariant = (key: string, version: 'draft' | number) => ({
      key,
      name: key.toUpperCase(),
      base: { type: 'agent' as const, agent: 'chain', version },
    })
    const variants = [
      promptColumn('p', 'Say: {{question}}'),
      agentVariant('d', 'draft'),
      agentVariant('v', 1),
    ]
    const id = await make({ variants, cases: [caseRow('one'), caseRow('two')] })
    const moved = async () => (await client.comparisons.outdated({ id })).variants
    const edit = async () => {
      const text = JSON.stringify(document).replace(
        /"text":"[^"]*"/,
        '"text":"Edited {{question}}"',
      )
      const { revision } = await client.agents.draft({ agent: 'chain' })
      await client.agents.saveDraft({ agent: 'chain', revision, document: JSON.parse(text) })
    }
    return { ...app, id, moved, edit }
  }

  test('lists a variant whose draft was edited after it ran, until it runs again', async () => {
    const { id, run, moved, edit } = await start()
    await run(id)
    expect(await moved()).toEqual([])

    await edit()

    expect(await moved()).toEqual(['d'])
    await run(id)
    expect(await moved()).toEqual([])
  })

  test('lists nothing before the first run', async () => {
    const { moved, edit } = await start()

    await edit()

    expect(await moved()).toEqual([])
  })
})
