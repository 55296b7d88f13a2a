import * as z from 'zod'
import { defineKind } from '../definition.ts'
import { anyNode } from '../schema/common.ts'
import { ChannelName, TemplateText } from '../schema/state.ts'

const RetrieveNode = z.strictObject({
  kind: z.literal('retrieve'),
  ...anyNode,
  collection: z.string().max(128),
  query: TemplateText,
  k: z.int().min(1).max(100).default(5),
  minScore: z.number().min(0).max(1).optional(),
  filter: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  writes: ChannelName,
})

export const retrieveKind = defineKind<typeof RetrieveNode>(RetrieveNode, {
  kind: 'retrieve',
  title: 'Retrieve',
  description: 'Searches a knowledge collection',
  family: 'tool',
  icon: 'book',
  form: [
    {
      title: 'Collection',
      note: ({ collection }) => collection,
      fields: [{ type: 'collection', name: 'collection', label: 'Collection' }],
    },
    {
      title: 'Search',
      fields: [
        { type: 'template', name: 'query', label: 'Query', isRequired: true },
        {
          type: 'number',
          name: 'k',
          label: 'Chunks',
          placeholder: '5',
          limits: { min: 1, max: 100 },
          default: 5,
          isNarrow: true,
        },
        {
          type: 'number',
          name: 'minScore',
          label: 'Minimum similarity',
          placeholder: 'none',
          limits: { min: 0, max: 1, step: 0.05, isWhole: false },
          isNarrow: true,
        },
        {
          type: 'channel',
          name: 'writes',
          label: 'Save results to',
          description:
            'A list of objects, best first. Each has n, text, source, url, lines, score and similarity',
          role: 'write',
          writes: 'array',
          result: 'The search result is',
          isRequired: true,
        },
      ],
    },
    {
      title: 'Filter',
      isFolded: ({ filter }) => !filter,
      note: ({ filter }) => filter && 'on',
      fields: [
        {
          type: 'metadata',
          name: 'filter',
          label: 'Only documents with this metadata',
        },
      ],
    },
  ],
  create: () => ({ kind: 'retrieve', collection: '', query: '', k: 5, writes: 'documents' }),
  summarize: ({ collection, writes }) => `${collection} → ${writes}`,
  check({ query }, { report }) {
    if (query.trim() !== '') return
    report('EMPTY_QUERY', 'query', 'The search query is empty; enter a query')
  },
  export({ collection, query, k, minScore, filter, writes }, writer) {
    const options = [
      `query: ${writer.template(query)}`,
      `k: ${k}`,
      ...(minScore === undefined ? [] : [`minScore: ${minScore}`]),
      ...(filter ? [`filter: ${writer.literal(filter)}`] : []),
    ]
    const search = writer.list('{}', options, `await ${writer.useCollection(collection)}.search(`)
    const schema = { type: 'array', items: { type: 'object' } }
    return {
      isAsync: true,
      lines: [],
      update: [writer.write(writes, { code: `${search})`, schema })],
    }
  },
})
