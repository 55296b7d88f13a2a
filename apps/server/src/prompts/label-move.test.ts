import type { GraphDocument } from '@lathe/contract'
import { ChatPromptTemplate } from '@langchain/core/prompts'
import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { answering } from '../testing/runnable-documents.ts'
import { useLangsmithServer } from '../testing/langsmith-harness.ts'
import type { TestApp } from '../testing/test-app.ts'

const saying = (text: string) => ({ messages: [{ role: 'user' as const, text }] })

const refusal = (request: Promise<unknown>) =>
  request.then(
    () => null,
    (error: unknown) => error,
  )

/** Uses the prompt `ask`. Its channels are `question` and `answer`. */
function following(ref: { label?: string; version?: number } = {}): GraphDocument {
  const document = answering()
  const { reply } = document.nodes
  if (reply?.kind !== 'model') throw new Error('the document has changed')
  return { ...document, nodes: { reply: { ...reply, prompt: { name: 'ask', ...ref } } } }
}

/** The prompt `ask`: `production` is version 1, and version 2 has the variable `topic`. */
async function withPrompt({ client }: Pick<TestApp, 'client'>) {
  await client.models.createConnection({ name: 'demo', baseUrl: 'http://127.0.0.1:9/v1' })
  await client.prompts.create({ name: 'ask', content: saying('On {{question}}') })
  await client.prompts.label({ prompt: 'ask', label: 'production', version: 1 })
  await client.prompts.commit({ prompt: 'ask', content: saying('{{topic}}: {{question}}') })
}

async function publish({ client }: Pick<TestApp, 'client'>, name: string, document: GraphDocument) {
  const { slug } = await client.agents.create({ name, document })
  const { number } = await client.agents.saveVersion({ agent: slug, revision: 1, message: '' })
  await client.agents.publish({ agent: slug, number })
}

describeDatabases('a label that agents follow', (db) => {
  const start = useLangsmithServer(db)

  test('a label is not moved to a version with a variable that an agent lacks', async () => {
    const app = await start()
    const { client } = app
    await withPrompt(app)
    await publish(app, 'Asker', following())
    await publish(app, 'Pinned', following({ version: 1 }))
    const move = { prompt: 'ask', label: 'production', version: 2 }

    expect(await refusal(client.prompts.label(move))).toMatchObject({
      code: 'LABEL_BREAKS_AGENTS',
      status: 409,
      message: expect.stringContaining('Asker (published, node `reply`) does not provide `topic`'),
      data: {
        agents: [
          { agent: 'asker', document: 'published', node: 'reply', missing: ['topic'] },
          { agent: 'asker', document: 'draft', node: 'reply', missing: ['topic'] },
        ],
      },
    })
    expect((await client.prompts.get({ prompt: 'ask' })).labels).toMatchObject([{ version: 1 }])
    expect(await client.prompts.label({ ...move, confirm: true })).toMatchObject({
      labels: [{ label: 'production', version: 2 }],
    })
    const run = client.runs.start({ agent: 'asker', input: { question: 'Why?' } })
    expect(await refusal(run)).toMatchObject({
      code: 'GRAPH_INVALID',
      message: expect.stringContaining('There is no channel `topic`'),
    })
  })

  test('a label is not moved to a version with a placeholder that an agent lacks', async () => {
    const app = await start()
    const { client } = app
    await withPrompt(app)
    await publish(app, 'Asker', following())
    const content = { messages: [{ role: 'placeholder' as const, channel: 'history' }] }

    const commit = client.prompts.commit({ prompt: 'ask', content, labels: ['production'] })

    expect(await refusal(commit)).toMatchObject({
      code: 'LABEL_BREAKS_AGENTS',
      data: { agents: [{ missing: ['history'] }, { missing: ['history'] }] },
    })
    expect(await client.prompts.versions({ prompt: 'ask' })).toHaveLength(2)
  })

  test('a label in use is not removed, and other labels move freely', async () => {
    const app = await start()
    const { client } = app
    await withPrompt(app)
    await publish(app, 'Asker', following())
    const { label } = client.prompts

    expect(
      await refusal(label({ prompt: 'ask', label: 'production', version: null })),
    ).toMatchObject({ message: expect.stringContaining('was not removed') })
    expect(await refusal(label({ prompt: 'ask', label: 'production', version: 9 }))).toMatchObject({
      code: 'NO_SUCH_VERSION',
    })
    expect(await refusal(label({ prompt: 'ask', label: 'candidate', version: 2 }))).toBeNull()
    expect(await refusal(label({ prompt: 'ask', label: 'candidate', version: null }))).toBeNull()
  })

  test('a new label is set although a draft lacks a variable', async () => {
    const app = await start()
    const { client } = app
    await withPrompt(app)
    await client.agents.create({ name: 'Asker', document: following({ label: 'candidate' }) })

    const { labels } = await client.prompts.label({ prompt: 'ask', label: 'candidate', version: 2 })

    expect(labels).toContainEqual({ label: 'candidate', version: 2 })
  })

  test('a label is moved once the agent has the variable', async () => {
    const app = await start()
    const { client } = app
    await withPrompt(app)
    const document = following()
    const state = { ...document.state, topic: { type: 'string' as const } }
    await publish(app, 'Asker', { ...document, state, input: ['question', 'topic'] })

    await client.prompts.label({ prompt: 'ask', label: 'production', version: 2 })

    const labels = (await client.prompts.get({ prompt: 'ask' })).labels
    expect(labels).toEqual([{ label: 'production', version: 2 }])
  })

  test('the LangSmith SDK cannot move a label to a commit that an agent cannot run', async () => {
    const app = await start()
    const sdk = app.sdk()
    await withPrompt(app)
    await publish(app, 'Asker', following())
    const push = (text: string) =>
      sdk.pushPrompt('ask', {
        object: ChatPromptTemplate.fromMessages([['human', text]]),
        commitTags: ['production'],
      })

    await expect(push('Tell {audience} on {question}')).rejects.toThrow(
      /Asker \(published, node `reply`\) does not provide `audience`/,
    )
    expect((await app.client.prompts.get({ prompt: 'ask' })).labels).toMatchObject([{ version: 1 }])
    await push('Tell me on {question}')
    expect((await app.client.prompts.get({ prompt: 'ask' })).labels).toMatchObject([{ version: 4 }])
  })
})
