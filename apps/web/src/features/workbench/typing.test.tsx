import { EditorView } from '@codemirror/view'
import type { GraphDocument } from '@lathe/contract'
import { kindDefinition } from '@lathe/nodes'
import { act, screen } from '@testing-library/react'
import { Profiler, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { Canvas } from './canvas/canvas.tsx'
import { RunPanel } from './run-panel/run-panel.tsx'
import { CommonFields } from './inspector/common/common-fields.tsx'
import { NodeNames } from './inspector/common/node-names.tsx'
import { FormScopeContext } from './inspector/fields/form-scope.ts'
import { KindForm, KindSection } from './inspector/form/kind-form.tsx'
import { PlaceProblems } from './inspector/place-problems.tsx'
import { ConflictNotice } from './conflict/conflict-notice.tsx'
import { useAutosave } from './draft/use-autosave.ts'
import { ProblemList, ProblemsButton } from './problems/problem-list.tsx'
import { renderWorkbench } from './render-workbench.tsx'
import { selectNode } from './store/selection.ts'
import { graph } from './testing.ts'
import { SaveStatus } from './topbar/workbench-topbar.tsx'
import { useWorkbench } from './workbench-context.ts'

let stop = () => {}
beforeEach(() => {
  // jsdom has no canvas to paint on.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})
afterEach(() => stop())

const NODES = 16
const ids = Array.from({ length: NODES }, (_, index) => `step${index}`)

/** Close together, so that all cards are visible, and enough of them for a minimap. */
const document: GraphDocument = graph({
  nodes: Object.fromEntries(
    ids.map((id) => [
      id,
      {
        kind: 'model',
        model: { connection: 'demo', name: 'demo-1' },
        prompt: { messages: [{ role: 'user', text: 'About {{topic}}' }] },
      },
    ]),
  ),
  edges: ['start', ...ids].map((from, index) => ({ from, to: ids[index] ?? 'end' })),
  layout: Object.fromEntries(
    ['start', ...ids, 'end'].map((id, index) => [
      id,
      [220 * (index % 4), 90 * Math.floor(index / 4)],
    ]),
  ),
})

function Saving() {
  useAutosave(useWorkbench())
  return null
}

function modelSection(title: string) {
  const section = kindDefinition('model').form.find((candidate) => candidate.title === title)
  return section && <KindSection id="step0" kind="model" section={section} />
}

async function show() {
  const stopServing = serveFake({
    agents: { list: fake.agents.list.handler(() => []) },
    models: {
      connections: fake.models.connections.handler(() => []),
      list: fake.models.list.handler(() => []),
      prices: fake.models.prices.handler(() => []),
    },
    prompts: { list: fake.prompts.list.handler(() => []) },
    tools: { list: fake.tools.list.handler(() => []) },
  })
  const renderedPanels: string[] = []
  const watch = (panel: string, children: ReactNode) => (
    <Profiler id={panel} onRender={() => renderedPanels.push(panel)}>
      {children}
    </Profiler>
  )
  const view = await renderWorkbench(
    <>
      <Saving />
      {watch('top bar', [
        <SaveStatus key="save" />,
        <ProblemsButton key="problems" />,
        <ConflictNotice key="conflict" />,
      ])}
      {watch('canvas', <Canvas onOpen={() => {}} />)}
      {watch('problems', <ProblemList />)}
      {watch('run', <RunPanel />)}
      <FormScopeContext value={{ node: 'step0' }}>
        {watch('names', <NodeNames id="step0" onRenamed={() => {}} />)}
        {watch('model', modelSection('Model'))}
        {watch('prompt', modelSection('Prompt'))}
        {watch('answer', modelSection('Answer'))}
        {watch('common', <CommonFields id="step0" />)}
        {watch('place', <PlaceProblems node="step0" />)}
      </FormScopeContext>
      <FormScopeContext value={{ node: 'step1' }}>
        {watch('another node', <KindForm id="step1" kind="model" />)}
      </FormScopeContext>
    </>,
    { document },
  )
  act(() => view.bench.store.select(selectNode('step0')))
  const [field] = await screen.findAllByRole('textbox', { name: 'Text of message 1' })
  await screen.findAllByText(/Shown with the initial values of the agent/)
  stop = () => {
    stopServing()
    view.stopKeys()
  }
  // Effects of the pause after typing do not count.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'requestAnimationFrame'] })
  const type = (text: string) =>
    act(() => {
      const editor = field && EditorView.findFromDOM(field)
      editor?.dispatch({ changes: { from: 0, insert: text }, userEvent: 'input.type' })
    })
  return { ...view, drawn: renderedPanels, type }
}

test('a key press in a prompt renders only the prompt', async () => {
  const { bench, drawn: renderedPanels, type } = await show()
  // The first edit also updates the save status and the undo button.
  type('a')
  renderedPanels.length = 0

  type('b')
  type('c')

  expect(new Set(renderedPanels)).toEqual(new Set(['prompt']))
  expect(bench.store.getState().document.nodes['step0']).toMatchObject({
    prompt: { messages: [{ text: 'cbaAbout {{topic}}' }] },
  })
})
