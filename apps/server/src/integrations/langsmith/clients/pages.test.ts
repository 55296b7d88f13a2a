import { Client } from 'langsmith'
import { RunTree } from 'langsmith/run_trees'
import { v4 } from 'uuid'
import { expect, test } from 'vitest'
import { deleteTrace } from '../../../traces/store/delete-trace.ts'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'

type Pages<Item> = {
  iterPages(): AsyncIterable<{ getPaginatedItems(): Item[] }>
}

/** Reads all pages and calls `happens` after the first one. */
async function read<Item>(first: PromiseLike<Pages<Item>>, happens: () => Promise<unknown>) {
  const items: Item[] = []
  let pages = 0
  for await (const page of (await first).iterPages()) {
    items.push(...page.getPaginatedItems())
    pages += 1
    if (pages === 1) await happens()
  }
  return items
}

const BEGUN = Date.UTC(2026, 10, 22)

describeDatabases('pagination with the newest official client', (db) => {
  const start = useLangsmithServer(db)

  async function connected() {
    const { apiUrl } = await start()
    return new Client({ apiUrl, apiKey: 'any', callerOptions: { maxRetries: 0 } })
  }

  /** Sends one trace per second, each in a new thread. */
  async function traced(client: Client, ...names: string[]) {
    for (const name of names) {
      const start_time = BEGUN + 1_000 * 'abcdefghi'.indexOf(name)
      const place = { client, project_name: 'shop', metadata: { thread_id: name } }
      const root = new RunTree({ name, start_time, ...place })
      await root.postRun()
      await root.end({ said: name }, undefined, start_time + 10)
      await root.patchRun()
    }
    await client.awaitPendingTraceBatches()
    return (await client.readProject({ projectName: 'shop' })).id
  }

  const forget = async (name: string) => {
    const { trace_id: id } = await db()
      .selectFrom('spans')
      .select('trace_id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    await deleteTrace(db(), DEFAULT_WORKSPACE, id)
  }

  test('pages of projects neither skip nor repeat items when projects change', async () => {
    const client = await connected()
    const create = (name: string) => client.createProject({ projectName: name })
    for (const name of ['b', 'd', 'f', 'h']) await create(name)

    const byName = client.sessions.listV2({ sort_by: 'NAME', sort_order: 'asc', page_size: 2 })
    const found = await read(byName, () => client.deleteProject({ projectName: 'b' }))
    expect(found.map(({ name }) => name)).toEqual(['b', 'd', 'default', 'f', 'h'])

    const newest = client.sessions.listV2({ page_size: 2 })
    const again = await read(newest, () => create('a'))
    expect(again.map(({ name }) => name)).toEqual(['default', 'h', 'f', 'd'])
  })

  test('pages of datasets neither skip nor repeat items when datasets change, missing sort values included', async () => {
    const client = await connected()
    for (const name of ['b', 'd', 'f', 'h']) await client.createDataset(name)

    const byName = client.datasets.listV2({ sort_by: 'name', sort_order: 'asc', page_size: 2 })
    const found = await read(byName, () => client.createDataset('a'))
    expect(found.map(({ name }) => name)).toEqual(['b', 'd', 'f', 'h'])

    const unused = client.datasets.listV2({
      sort_by: 'last_session_start_time',
      sort_order: 'asc',
      page_size: 2,
    })
    const again = await read(unused, () => client.deleteDataset({ datasetName: 'b' }))
    expect(again.map(({ name }) => name)).toEqual(['b', 'd', 'f', 'h', 'a'])
  })

  test('pages of threads, traces and runs neither skip nor repeat items when traces arrive', async () => {
    const client = await connected()
    const project_id = await traced(client, 'b', 'd', 'f', 'h')
    const selects = ['NAME' as const]
    const threads = () => client.threads.query({ project_id, page_size: 2 })
    const runs = () => client.runs.queryV2({ project_ids: [project_id], page_size: 2, selects })
    const traces = () => client.traces.query({ project_id, page_size: 2, selects })

    const talks = await read(threads(), () => forget('h'))
    expect(talks.map((thread) => thread.thread_id)).toEqual(['h', 'f', 'd', 'b'])
    const talksAgain = await read(threads(), () => traced(client, 'h'))
    expect(talksAgain.map((thread) => thread.thread_id)).toEqual(['f', 'd', 'b'])
    const foundRuns = await read(runs(), () => forget('h'))
    expect(foundRuns.map(({ name }) => name)).toEqual(['h', 'f', 'd', 'b'])
    const found = await read(traces(), () => traced(client, 'h'))
    expect(found.map(({ root_run: root }) => root?.name)).toEqual(['f', 'd', 'b'])
  })

  test('pages of examples with runs neither skip nor repeat items when examples change', async () => {
    const client = await connected()
    const dataset = await client.createDataset('Tides')
    const ask = (q: string) => client.createExample({ q }, {}, { datasetId: dataset.id })
    const { id: first } = await ask('one')
    for (const q of ['two', 'three']) await ask(q)
    const experiment = await client.createProject({
      projectName: 'try',
      referenceDatasetId: dataset.id,
    })

    const pages = client.datasets.experimentRuns.query(dataset.id, {
      experiment_ids: [experiment.id],
      page_size: 1,
    })
    const found = await read(pages, async () => {
      await client.deleteExample(first)
      await ask('four')
    })

    expect(found.map(({ inputs }) => inputs)).toEqual(
      ['one', 'two', 'three', 'four'].map((q) => ({ q })),
    )
  })

  test('a cursor of another list is rejected', async () => {
    const client = await connected()
    const project_id = await traced(client, 'a', 'b')
    await client.createDataset('one')
    await client.createDataset('two')
    const { next_cursor: runsCursor } = await client.runs.queryV2({
      project_ids: [project_id],
      page_size: 1,
    })
    const { next_cursor: byTime } = await client.sessions.listV2({ page_size: 1 })
    const { next_cursor: datasetsCursor } = await client.datasets.listV2({ page_size: 1 })
    const lists = {
      runs: (cursor: string) => client.runs.queryV2({ project_ids: [project_id], cursor }),
      threads: (cursor: string) => client.threads.query({ project_id, cursor }),
      projects: (cursor: string) => client.sessions.listV2({ cursor, sort_by: 'NAME' }),
      datasets: (cursor: string) => client.datasets.listV2({ cursor, sort_by: 'name' }),
      examples: (cursor: string) =>
        client.datasets.experimentRuns.query(v4(), { experiment_ids: [project_id], cursor }),
    }
    const wrong = (name: string, cursor: string | null | undefined) =>
      lists[name as keyof typeof lists](cursor ?? '')

    for (const nonsense of ['2', 'x', '[]', Buffer.from('["runs",1]').toString('base64url')])
      for (const name of Object.keys(lists).filter((list) => list !== 'examples'))
        await expect(wrong(name, nonsense)).rejects.toMatchObject({ status: 400 })
    await expect(wrong('threads', runsCursor)).rejects.toThrow(
      /cursor: does not belong to this list/,
    )
    await expect(wrong('projects', byTime)).rejects.toThrow(/cursor: does not belong to this list/)
    await expect(wrong('datasets', datasetsCursor)).rejects.toThrow(
      /cursor: does not belong to this list/,
    )
  })
})
