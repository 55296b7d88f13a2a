import { setNode } from '@lathe/graph'
import { act, screen } from '@testing-library/react'
import { type NodeProps, ReactFlowProvider } from '@xyflow/react'
import { Profiler } from 'react'
import { afterEach, expect, test } from 'vitest'
import { renderWorkbench } from '../../render-workbench.tsx'
import { selectNode } from '../../store/selection.ts'
import { graph } from '../../testing.ts'
import { CanvasUiContext, createCanvasUi } from '../canvas-ui.ts'
import type { Card } from './flow-nodes.ts'
import { StepCard } from './step-card.tsx'

let stop = () => {}
afterEach(() => stop())

const code = { kind: 'code' as const, code: 'return {}', writes: [] }

const props = (id: string): NodeProps<Card> => ({
  id,
  type: 'step',
  data: { kind: 'code' },
  selected: false,
  dragging: false,
  draggable: true,
  selectable: true,
  deletable: true,
  isConnectable: true,
  zIndex: 0,
  positionAbsoluteX: 0,
  positionAbsoluteY: 0,
})

async function showTwo() {
  const renderedIds: string[] = []
  const view = await renderWorkbench(
    <CanvasUiContext value={createCanvasUi(2)}>
      <ReactFlowProvider>
        {['a', 'b'].map((id) => (
          <Profiler key={id} id={id} onRender={() => renderedIds.push(id)}>
            <StepCard {...props(id)} />
          </Profiler>
        ))}
      </ReactFlowProvider>
    </CanvasUiContext>,
    { document: graph({ nodes: { a: code, b: code }, edges: [{ from: 'a', to: 'b' }] }) },
  )
  stop = view.stopKeys
  renderedIds.length = 0
  return { ...view, drawn: renderedIds }
}

test('a change of one node renders only its card', async () => {
  const { bench, drawn: renderedIds } = await showTwo()

  act(() => bench.store.edit((document) => setNode(document, 'b', { ...code, title: 'Count' })))

  expect(screen.getByText('Count')).toBeVisible()
  expect(new Set(renderedIds)).toEqual(new Set(['b']))
})

test('edges, channels, problems of other nodes and the selection render no card', async () => {
  const { bench, drawn: renderedIds } = await showTwo()

  act(() => {
    bench.store.edit((document) => ({ ...document, state: { x: { type: 'string' } } }))
    bench.store.edit((document) => ({ ...document, edges: [{ from: 'b', to: 'a' }] }))
    bench.store.setProblems([
      { code: 'X', severity: 'error', message: 'Not here', location: { channel: 'x' } },
    ])
    bench.store.select(selectNode('a'))
  })

  expect(renderedIds).toEqual([])
})
