import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GraphDocument } from '@lathe/contract'
import { exportProject } from '@lathe/graph/export'
import { templates } from '@lathe/graph/templates'
import { expect, test } from 'vitest'
import { evaluateArithmetic } from '../tools/arithmetic.ts'
import { articles } from '../tools/knowledge/articles.ts'
import { lookUp } from '../tools/knowledge-lookup.ts'
import { importFrom, toolDescriptions, writeProject } from '../testing/exported.ts'

const document = templates.find(({ slug }) => slug === 'assistant')?.document as GraphDocument
const project = () => exportProject(document, { name: 'a', slug: 'a', tools: toolDescriptions })
const textOf = (path: string) => project().find((file) => file.path === path)?.text

test.each(['arithmetic.ts', 'search-term.ts'])('tools/%s is the one the engine runs', (file) => {
  const own = readFileSync(join(import.meta.dirname, '../tools', file), 'utf8')

  expect(textOf(`tools/${file}`)).toBe(own)
})

test('the knowledge base finds what the engine finds, in the same order', async () => {
  const { lookUp: exported } = await importFrom<{ lookUp: typeof lookUp }>(
    writeProject(document),
    'tools/knowledge.ts',
  )
  const queries = articles.flatMap(({ title, text }) => [
    title,
    ...text.split('. ').map((sentence) => sentence.split(' ').slice(0, 6).join(' ')),
  ])

  for (const query of [...queries, 'nothing whatsoever zzz', '']) {
    const found = exported(query, 10).map(({ title }) => title)
    expect(found).toEqual(lookUp(query, 10).map(({ title }) => title))
  }
  expect(queries.length).toBeGreaterThan(100)
})

test('the calculator gives what the engine gives', async () => {
  const folder = writeProject(document)
  const { calculator } = await importFrom<{
    calculator: { invoke: (args: object) => Promise<unknown> }
  }>(folder, 'tools.ts')

  expect(await calculator.invoke({ expression: '0.1 + 0.2' })).toBe(0.3)
  expect(await calculator.invoke({ expression: 'round(sqrt(2) * 10, 1)' })).toBe(
    evaluateArithmetic('round(sqrt(2) * 10, 1)'),
  )
  await expect(calculator.invoke({ expression: '1 / 0' })).rejects.toThrow('Division by zero')
  await expect(calculator.invoke({ expression: 3 })).rejects.toThrow('schema')
})
