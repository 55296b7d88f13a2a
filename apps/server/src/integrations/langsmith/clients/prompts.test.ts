import { ChatPromptTemplate } from '@langchain/core/prompts'
import { load } from '@langchain/core/load'
import type { Client } from 'langsmith'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'

const asking = (text: string) =>
  ChatPromptTemplate.fromMessages([
    ['system', 'Be short.'],
    ['human', text],
  ])

/** Clients cache pulled prompts for the lifetime of the process. */
const pull = (sdk: Client, name: string) =>
  sdk.pullPromptCommit(name, { skipCache: true, dangerouslyPullPublicPrompt: true })

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describeDatabases('prompts of the LangSmith client', (db) => {
  const start = useLangsmithServer(db)

  test('pushes a prompt and pulls it by label, hash and hash prefix', async () => {
    const server = await start()
    const sdk = server.sdk()

    const url = await sdk.pushPrompt('tides', {
      object: asking('Why {topic}?'),
      description: 'On tides',
      tags: ['sea'],
      commitTags: ['production', 'first'],
      commitDescription: 'The first',
    })
    await sdk.pushPrompt('tides', { object: asking('Why, oh why {topic}?') })

    const { commit_hash: hash } = await pull(sdk, 'tides:production')
    expect(url).toContain(`/prompts/tides/${hash.slice(0, 8)}`)
    const newest = await pull(sdk, 'tides')
    expect(newest.commit_hash).not.toBe(hash)
    for (const ref of [hash, hash.slice(0, 8), 'first'])
      expect((await pull(sdk, `tides:${ref}`)).commit_hash).toBe(hash)
    const prompt = await load<ChatPromptTemplate>(JSON.stringify(newest.manifest))
    expect((await prompt.invoke({ topic: 'tides' })).toString()).toContain('Why, oh why tides?')
    expect(await listed(sdk.listCommits('tides'))).toMatchObject([
      { commit_hash: newest.commit_hash, parent_commit_hash: hash },
      { commit_hash: hash, parent_commit_hash: null, description: 'The first' },
    ])
  })

  test('shares prompts with the registry in both directions', async () => {
    const server = await start()
    const sdk = server.sdk()
    const { prompts } = server.client
    await sdk.pushPrompt('tides', { object: asking('Why {topic}?'), commitTags: 'production' })

    const [pushed] = await prompts.versions({ prompt: 'tides' })
    await prompts.commit({
      prompt: 'tides',
      content: { messages: [{ role: 'user', text: '{{topic}}: how?' }] },
      labels: ['production'],
    })

    expect(pushed).toMatchObject({
      version: 1,
      labels: ['production'],
      variables: ['topic'],
      content: {
        messages: [
          { role: 'system', text: 'Be short.' },
          { role: 'user', text: 'Why {{topic}}?' },
        ],
      },
    })
    const { manifest } = await pull(sdk, 'tides:production')
    const prompt = await load<ChatPromptTemplate>(JSON.stringify(manifest))
    expect((await prompt.invoke({ topic: 'Tides' })).toString()).toContain('Tides: how?')
  })

  test('lists, finds, describes, likes and deletes prompts', async () => {
    const sdk = (await start()).sdk()
    await sdk.createPrompt('tides', { description: 'Of the sea' })
    await sdk.createPrompt('winds')

    await sdk.updatePrompt('tides', { readme: '# Tides', tags: ['sea'] })
    expect(await sdk.likePrompt('winds')).toEqual({ likes: 1 })

    const names = (await listed(sdk.listPrompts())).map((repo) => repo.repo_handle)
    expect(names).toEqual(['tides', 'winds'])
    expect(await listed(sdk.listPrompts({ query: 'sea' }))).toMatchObject([
      { full_name: '-/tides', readme: '# Tides', tags: ['sea'], num_commits: 0 },
    ])
    await sdk.updatePrompt('tides', { isArchived: true })
    expect(await listed(sdk.listPrompts())).toMatchObject([{ repo_handle: 'winds', num_likes: 1 }])
    expect(await listed(sdk.listPrompts({ isArchived: true }))).toHaveLength(1)
    await sdk.deletePrompt('tides')
    expect(await sdk.promptExists('tides')).toBe(false)
  })

  test('makes prompts public and finds its own by their owner', async () => {
    const server = await start()
    const sdk = server.sdk()
    const settings = await fetch(`${server.apiUrl}/settings`)
    const { tenant_handle: owner } = (await settings.json()) as { tenant_handle: string }

    const url = await sdk.pushPrompt('tides', { object: asking('Why?'), isPublic: true })
    await sdk.pushPrompt('winds', { object: asking('Why?') })
    await sdk.pushPrompt(`${owner}/tides`, { object: asking('How?'), isPublic: true })

    expect(url).toContain('/prompts/tides/')
    expect(await listed(sdk.listPrompts({ isPublic: true }))).toMatchObject([
      { repo_handle: 'tides', num_commits: 2 },
    ])
    expect(await pull(sdk, `${owner}/tides`)).toMatchObject({
      commit_hash: (await pull(sdk, 'tides')).commit_hash,
    })
    await expect(pull(sdk, 'another/tides')).rejects.toThrow(/another\/tides not found/)
  })

  test('pulls the model of a prompt only on request', async () => {
    const sdk = (await start()).sdk()
    const prompt: unknown = JSON.parse(JSON.stringify(asking('Why {topic}?')))
    const constructed = (id: string[], kwargs: object) => ({
      lc: 1,
      type: 'constructor',
      id,
      kwargs,
    })
    const model = constructed(['langchain', 'chat_models', 'openai', 'ChatOpenAI'], { model: 'm' })
    const chain = constructed(['langchain', 'schema', 'runnable', 'RunnableSequence'], {
      first: prompt,
      last: model,
    })
    await sdk.pushPrompt('tides', { object: chain })

    expect((await pull(sdk, 'tides')).manifest).toEqual(prompt)
    const options = { skipCache: true, includeModel: true }
    expect((await sdk.pullPromptCommit('tides', options)).manifest).toEqual(chain)
  })

  test('invalid prompt requests fail with an explanation', async () => {
    const server = await start()
    const sdk = server.sdk()
    await sdk.pushPrompt('tides', { object: asking('Why {topic}?') })
    const { commit_hash: hash } = await pull(sdk, 'tides')

    const status = (request: Promise<unknown>) =>
      request.then(
        () => 200,
        (error: unknown) => Reflect.get(Object(error), 'status'),
      )

    expect(await status(sdk.createCommit('tides', asking('Why {topic}?')))).toBe(409)
    await sdk.createCommit('tides', asking('Newer'))
    const stale = { parentCommitHash: hash }
    expect(await status(sdk.createCommit('tides', asking('Stale'), stale))).toBe(409)
    expect(await status(pull(sdk, 'tides:nowhere'))).toBe(404)
    expect(await status(pull(sdk, 'winds'))).toBe(404)
    expect(await status(sdk.createPrompt('tides'))).toBe(409)
    expect((await server.post('/repos', { repo_handle: '../x' })).status).toBe(400)
    expect(await sdk.getPrompt('winds')).toBeNull()
  })
})
