import type { GraphNode } from '@lathe/contract'
import { expect, test } from 'vitest'
import { withPrompt } from './node-edit.tsx'

test("editing a message's text keeps its images", () => {
  const images = ['{{photo}}']
  const node = (text: string): GraphNode => ({
    kind: 'model',
    model: { connection: 'demo', name: 'demo-1' },
    prompt: { messages: [{ role: 'user', text, images }] },
  })

  expect(withPrompt(node('What is this?'), 0, 'Who is this?')).toEqual(node('Who is this?'))
})
