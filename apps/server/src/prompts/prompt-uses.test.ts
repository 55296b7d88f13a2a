import type { GraphDocument } from '@lathe/contract'
import type { Client } from 'langsmith'
import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { answering } from '../testing/runnable-documents.ts'
import { useLangsmithServer } from '../testing/langsmith-harness.ts'
import { TEST_TOKEN, type TestApp } from '../testing/test-app.ts'

const saying = (text: string) => ({ messages: [{ role: 'user' as const, text }] })

const refusal = (request: Promise<unknown>) =>
  request.then(
    () => null,
    (error: unknown) => error,
  )

/** Refers to the label `production` of the prompt `ask`. */
function following(): GraphDocument {
  const document = answering()
  const { reply } = document.nodes
  if (reply?.kind !== 'model') throw new Error('the document has changed')
  return { ...document, nodes: { reply: { ...reply, prompt: { name: 'ask' } } } }
}

/** A published agent whose node `reply` uses the prompt `ask`. */
async function withPublishedAgent({ client }: Pick<TestApp, 'client'>) {
  await client.models.createConnection({ name: 'demo', baseUrl: 'http://127.0.0.1:9/v1' })
  await client.prompts.create({ name: 'ask', content: saying('On {{question}}') })
  await client.prompts.label({ prompt: 'ask', label: 'production', version: 1 })
  await client.agents.create({ name: 'Asker', document: following() })
  const version = await client.agents.saveVersion({ agent: 'asker', revision: 1, message: '' })
  await client.agents.publish({ agent: 'asker', number: version.number })
}

const isArchived = async (sdk: Client) => (await sdk.getPrompt('ask'))?.is_archived

describeDatabases('a prompt in use', (db) => {
  const start = useLangsmithServer(db)

  test('a prompt in use is deleted only after confirmation, and the error lists its uses', async () => {
    const { client } = await start()
    await withPublishedAgent({ client })

    const error = await refusal(client.prompts.delete({ prompt: 'ask' }))

    expect(error).toMatchObject({
      code: 'PROMPT_IN_USE',
      status: 409,
      message: expect.stringContaining('agent Asker (published)'),
      data: {
        agents: [
          { agent: 'asker', document: 'published', node: 'reply', label: 'production' },
          { agent: 'asker', document: 'draft', node: 'reply', label: 'production' },
        ],
        comparisons: [],
      },
    })
    expect(await client.prompts.list({})).toHaveLength(1)
    await client.prompts.delete({ prompt: 'ask', confirm: true })
    expect(await client.prompts.list({})).toEqual([])
  })

  test('a prompt in use is archived only after confirmation', async () => {
    const { client } = await start()
    await withPublishedAgent({ client })
    const archive = { prompt: 'ask', isArchived: true }

    expect(await refusal(client.prompts.edit(archive))).toMatchObject({ code: 'PROMPT_IN_USE' })
    expect(await client.prompts.edit({ prompt: 'ask', description: 'Asks' })).toMatchObject({
      isArchived: false,
      description: 'Asks',
    })
    expect(await client.prompts.edit({ ...archive, confirm: true })).toMatchObject({
      isArchived: true,
    })
    expect(await client.prompts.edit(archive)).toMatchObject({ isArchived: true })
    expect(await client.prompts.edit({ prompt: 'ask', isArchived: false })).toMatchObject({
      isArchived: false,
    })
  })

  test('lists the comparisons that were made with it, also before they run', async () => {
    const { client } = await start()
    const content = saying('Rate {{output}}')
    await client.prompts.create({ name: 'rate', content })
    const from = { prompt: 'rate', version: 1 }
    const model = { connection: 'demo', name: 'demo-fast' }
    const prompt = { type: 'prompt' as const, ...content, model }
    const create = async (name: string, isJudge: boolean) => {
      const evaluator = { kind: 'judge' as const, model, ...content, ...(isJudge && { from }) }
      const base = isJudge ? prompt : { ...prompt, from }
      const plan = {
        variants: [{ key: 'a', name: 'A', base }],
        cases: [{ key: 'one', input: {} }],
        evaluators: [{ key: 'rated', name: 'Rated', evaluator }],
      }
      return (await client.comparisons.create({ name, plan })).id
    }
    const judged = await create('Judged', true)
    const varied = await create('Varied', false)

    expect(await refusal(client.prompts.delete({ prompt: 'rate' }))).toMatchObject({
      message: expect.stringContaining('comparison Varied, comparison Judged'),
      data: {
        agents: [],
        comparisons: [
          { id: varied, name: 'Varied', versions: [1] },
          { id: judged, name: 'Judged', versions: [1] },
        ],
      },
    })
  })

  test('a prompt in use is neither deleted nor archived by the LangSmith SDK', async () => {
    const server = await start()
    const sdk = server.sdk()
    await withPublishedAgent(server)

    await expect(sdk.deletePrompt('ask')).rejects.toThrow(/used by agent Asker/)
    await expect(sdk.updatePrompt('ask', { isArchived: true })).rejects.toThrow(/agent Asker/)
    await sdk.updatePrompt('ask', { description: 'Asks' })
    expect(await isArchived(sdk)).toBe(false)

    expect((await server.post('/repos/-/ask?confirm=true', {}, 'DELETE')).status).toBe(200)
    expect(await sdk.promptExists('ask')).toBe(false)
  })

  test('a prompt in use is deleted over HTTP with `confirm` and can be restored', async () => {
    const { url, client } = await start()
    await withPublishedAgent({ client })
    const request = async (method: string, path: string) => {
      const headers = { authorization: `Bearer ${TEST_TOKEN}` }
      const response = await fetch(`${url}/api/prompts${path}`, { method, headers })
      return { status: response.status, body: (await response.json()) as unknown }
    }

    expect(await request('DELETE', '/ask')).toMatchObject({
      status: 409,
      body: { code: 'PROMPT_IN_USE', data: { agents: [{ agent: 'asker' }, { agent: 'asker' }] } },
    })
    expect((await request('DELETE', '/ask?confirm=false')).status).toBe(409)
    expect((await request('DELETE', '/ask?confirm=true')).status).toBe(200)
    const { body } = await request('GET', '?deleted=true')
    expect(body).toMatchObject([
      { name: 'ask', labels: [{ label: 'production' }], deletedAt: expect.any(Number) },
    ])
    const [{ id } = { id: '' }] = body as { id: string }[]
    expect((await request('POST', `/${id}/restore`)).status).toBe(200)
    expect((await request('GET', '')).body).toMatchObject([{ name: 'ask', deletedAt: null }])
    expect((await request('GET', '?deleted=true')).body).toEqual([])
    const started = client.runs.start({ agent: 'asker', input: { question: 'Why?' } })
    await expect(started).resolves.toMatchObject({ threadId: expect.any(String) })
  })
})
