import type { RunDetail } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { makeRunDetail } from '../../../testing/run-factory.ts'
import { uuid } from '../../../testing/event-factory.ts'
import { api } from '../../../lib/api/api.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { AGENT_ID, renderWorkbench } from '../render-workbench.tsx'
import { graph } from '../testing.ts'
import { RunGraphProvider, RunGraphLine, useRunGraph } from './run-graph.tsx'
import { useDocument, useWorkbench } from '../workbench-context.ts'

let stop = () => {}
afterEach(() => stop())

const RUN = uuid(1)
const DRAFT_HASH = 'hash-1'

const detail = (fields: Partial<RunDetail>): RunDetail =>
  makeRunDetail({ id: RUN, agentId: AGENT_ID, threadId: RUN, graphHash: 'another', ...fields })

function Nodes() {
  const { nodes } = useDocument()
  const { store } = useWorkbench()
  return (
    <>
      <p>nodes: {Object.keys(nodes).join(' ')}</p>
      <button type="button" onClick={() => store.edit((old) => ({ ...old, nodes: {} }))}>
        Empty
      </button>
    </>
  )
}

function RunGraphView() {
  const runGraph = useRunGraph()
  const { data } = useQuery(api.runs.get.queryOptions({ input: { id: RUN } }))
  return (
    <>
      {data && <p>opened</p>}
      {runGraph && <RunGraphLine runGraph={runGraph} />}
      {runGraph?.document ? (
        <RunGraphProvider runGraph={runGraph} document={runGraph.document}>
          <Nodes />
        </RunGraphProvider>
      ) : (
        <Nodes />
      )}
    </>
  )
}

async function show(fields: Partial<RunDetail>) {
  const { answer } = graph().nodes
  const nodes = answer ? { older: answer } : {}
  const stopServing = serveFake({
    runs: {
      get: fake.runs.get.handler(() => detail(fields)),
      graph: fake.runs.graph.handler(() => graph({ nodes, edges: [] })),
    },
  })
  const view = await renderWorkbench(<RunGraphView />, { document: graph(), search: `?run=${RUN}` })
  stop = () => {
    stopServing()
    view.stopKeys()
  }
  return { ...view, user: userEvent.setup() }
}

test('a run of a version opens its read-only graph with a button back to the draft', async () => {
  const { bench, user } = await show({ version: 3 })

  expect(await screen.findByText('nodes: older')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('version 3, read-only')
  await user.click(screen.getByRole('button', { name: 'Empty' }))
  expect(screen.getByText('nodes: older')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Back to draft' }))
  expect(screen.getByText('nodes: answer')).toBeVisible()
  expect(Object.keys(bench.store.getState().document.nodes)).toEqual(['answer'])
})

test('the graph of an earlier draft is shown on request', async () => {
  const { user } = await show({})

  await user.click(await screen.findByRole('button', { name: 'Show its graph' }))

  expect(await screen.findByText('nodes: older')).toBeVisible()
})

test('a run of the draft stays on the draft when it is edited', async () => {
  const { bench } = await show({ graphHash: DRAFT_HASH })
  expect(await screen.findByText('opened')).toBeVisible()

  act(() => bench.saving.setState({ hash: 'hash-2' }))

  expect(screen.getByText('nodes: answer')).toBeVisible()
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})
