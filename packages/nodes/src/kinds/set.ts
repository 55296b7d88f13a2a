import * as z from 'zod'
import { defineKind } from '../definition.ts'
import { anyNode } from '../schema/common.ts'
import { ChannelName, Value } from '../schema/state.ts'
import { listNames } from '../words.ts'

const SetNode = z.strictObject({
  kind: z.literal('set'),
  ...anyNode,
  values: z.record(ChannelName, Value),
})

export const setKind = defineKind<typeof SetNode>(SetNode, {
  kind: 'set',
  title: 'Set',
  description: 'Writes channels from templates and expressions',
  family: 'step',
  icon: 'equal',
  keywords: 'assign variable map',
  form: [
    { title: 'Values', fields: [{ type: 'channel-values', name: 'values', label: 'Values' }] },
  ],
  create: () => ({ kind: 'set', values: {} }),
  summarize: ({ values }) => `→ ${listNames(Object.keys(values), 'nothing')}`,
  export: ({ values }, { value, write }) => ({
    lines: [],
    update: Object.entries(values).map(([name, source]) => write(name, value(source, name))),
  }),
})
