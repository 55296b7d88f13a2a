import { fixesFor } from '@lathe/graph'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderWorkbench } from '../render-workbench.tsx'
import { graph } from '../testing.ts'
import { ProblemList } from './problem-list.tsx'

test('a fix button solves the problem and one undo reverts it', async () => {
  const document = graph({ edges: [{ from: 'start', to: 'answer' }] })
  const problem = {
    code: 'DEAD_END',
    severity: 'error' as const,
    location: { node: 'answer' },
    message: 'The end cannot be reached from `answer`',
  }
  const { bench } = await renderWorkbench(<ProblemList />, { document })
  act(() => {
    bench.store.setProblems([problem])
    bench.store.setFixes([[0, fixesFor(document, problem).map(({ label }) => label)]])
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Connect answer to the end' }))

  const { edges } = bench.store.getState().document
  expect(edges).toEqual([...document.edges, { from: 'answer', to: 'end' }])
  act(() => bench.store.undo())
  expect(bench.store.getState().document).toBe(document)
})
