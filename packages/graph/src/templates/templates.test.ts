import { describe, expect, test } from 'vitest'
import { checkDocument } from '../index.ts'
import { END, START } from '@lathe/contract'
import { templates } from './index.ts'
import { environment } from '../testing/environment.ts'

describe.each(templates)('the template $slug', ({ document, example }) => {
  test('passes all document checks', () => {
    const names = ['calculator', 'current_time', 'knowledge_lookup', 'http_get']
    const tools = names.map((name) => ({
      name,
      schema: { type: 'object' },
      effect: 'read' as const,
    }))

    expect(checkDocument(document, { ...environment, tools })).toEqual([])
  })

  test('provides an example for exactly the template’s inputs', () => {
    expect(Object.keys(example).sort()).toEqual(document.input.toSorted())
  })

  test('gives every node a distinct position', () => {
    const ids = [START, ...Object.keys(document.nodes), END]
    const places = ids.map((id) => document.layout[id]?.join())

    expect(places).not.toContain(undefined)
    expect(new Set(places).size).toBe(ids.length)
  })
})
