import { graph, demoModel } from '../testing/documents.ts'
import { singleNode, ask, list, messages, prompt, set, text, topic } from './case-parts.ts'
import type { FeatureCase } from './case-parts.ts'

export const graphCases: Record<string, FeatureCase> = {
  'every reducer, written side by side': {
    document: graph({
      state: {
        topic,
        all: { type: 'array', reducer: 'append' },
        seen: { type: 'array', reducer: 'union' },
        facts: { type: 'object', reducer: 'merge' },
        total: { type: 'number', reducer: 'sum' },
        least: { type: 'number', reducer: 'min' },
        most: { type: 'number', reducer: 'max' },
        own: { type: 'number', default: 1, reducer: { code: 'return current * 10 + update' } },
        fresh: { type: 'string', untracked: true, default: 'x' },
      },
      input: ['topic'],
      nodes: {
        a: set({
          all: '{{topic}}',
          seen: "= ['a', 'b']",
          facts: '= ({ a: topic })',
          total: '= 3',
          least: '= 4',
          most: '= 4',
          own: '= 2',
        }),
        b: set({
          all: "= ['b', 'c']",
          seen: "= ['b']",
          facts: '= ({ b: 1 })',
          total: '= 4',
          least: '= 2',
          most: '= 9',
          own: '= 3',
        }),
        c: set({ all: '{{total}} {{facts}} {{fresh}}', total: '= all.length' }),
      },
      edges: ['start > a', 'start > b', 'a > c', 'b > c', 'c > end'],
    }),
    input: { topic: 'T' },
  },
  'templates with sections in sections': {
    document: singleNode(
      set({
        text: '{{topic}}:{{#people}}\n- {{name}}{{#tags}} #{{.}}{{/tags}}{{^tags}} (none){{/tags}} of {{topic}}\n{{/people}}{{^missing}}nothing{{/missing}} {{people.length}} `${x}` \\',
      }),
      {
        topic,
        text,
        missing: { type: 'string', default: '' },
        people: { type: 'array', default: [{ name: 'Ann', tags: ['a', 'b'] }, { name: 'Bo' }] },
      },
    ),
    input: { topic: 'Team' },
  },
  'a node that leads to itself, and one that fans out into itself': {
    document: graph({
      state: {
        topic,
        tree: { type: 'array', default: [{ name: 'a', items: [{ name: 'b' }] }, { name: 'c' }] },
        notes: list,
      },
      input: ['topic'],
      nodes: {
        again: set({ notes: '{{topic}}' }),
        walk: set({ notes: '= item ? item.name : "root"' }),
      },
      edges: [
        'start > again',
        { from: 'again', to: 'again', max: 2 },
        { from: 'again', to: 'walk', max: 3 },
        {
          from: 'walk',
          to: 'walk',
          each: { of: 'item ? item.items ?? [] : tree', as: 'item' },
        },
        'walk > end',
      ],
    }),
    input: { topic: 'T' },
  },
  'fan-out over a computed list, and over its results': {
    document: graph({
      state: { topic, words: { type: 'array', default: [] }, notes: list },
      input: ['topic'],
      nodes: {
        split: {
          kind: 'code',
          code: "return { words: state.topic.split(' ') }",
          writes: ['words'],
        },
        each: set({ notes: '{{word}} of {{topic}}' }),
        letters: set({ notes: '{{letter}}' }),
        join: set({ topic: '{{notes.length}}' }),
      },
      edges: [
        'start > split',
        { from: 'split', to: 'each', each: { of: 'words', as: 'word' } },
        { from: 'each', to: 'letters', each: { of: '[...word]', as: 'letter', max: 2 } },
        'letters > join',
        'join > end',
      ],
    }),
    input: { topic: 'ab cde f' },
  },
  'fan-out over nothing': {
    document: graph({
      state: { topic, words: { type: 'array', default: [] }, notes: list },
      input: ['topic', 'words'],
      nodes: { each: set({ notes: '{{word}}' }), join: set({ topic: 'none' }) },
      edges: [
        { from: 'start', to: 'each', each: { of: 'words', as: 'word' } },
        'each > join',
        'join > end',
      ],
    }),
    input: { topic: 'T', words: [] },
  },
  'a loop that is bounded, over more than one way': {
    document: graph({
      state: { topic, count: { type: 'number', reducer: 'sum' }, notes: list },
      input: ['topic'],
      nodes: {
        again: set({ count: '= 1', notes: 'again' }),
        side: set({ notes: 'side' }),
        test: {
          kind: 'branch',
          decide: {
            by: 'rules',
            rules: [{ port: 'more', when: 'count < 100 && !topic.startsWith("no")' }],
          },
          else: 'done',
        },
      },
      edges: [
        'start > again',
        'again > test',
        { from: 'test', when: 'more', to: 'again', max: 3 },
        { from: 'test', when: 'more', to: 'side', max: 1 },
        'test.done > end',
        'side > end',
      ],
    }),
    input: { topic: 'go' },
  },
  'a branch that a model decides': {
    document: graph({
      state: { topic, text },
      input: ['topic'],
      nodes: {
        pick: {
          kind: 'branch',
          decide: {
            by: 'model',
            model: demoModel(),
            prompt: prompt('[[json: {"choice":"left"}]] {{topic}}'),
            choices: [
              { port: 'left', description: 'To the left' },
              { port: 'right', description: 'To the right' },
            ],
          },
          else: 'else',
        },
        left: set({ text: 'left' }),
        right: set({ text: 'right' }),
      },
      edges: [
        'start > pick',
        'pick.left > left',
        'pick.right > right',
        'pick.else > end',
        'left > end',
        'right > end',
      ],
    }),
    input: { topic: 'T' },
  },
  'an error edge, after a tool that failed': {
    document: graph({
      state: { topic, text },
      input: ['topic'],
      nodes: {
        divide: {
          kind: 'tool',
          tool: 'calculator',
          args: { expression: { template: '{{topic}}' } },
          writes: 'text',
        },
        rescue: set({ text: '{{error.node}} failed' }),
      },
      edges: ['start > divide', 'divide > end', 'divide.error > rescue', 'rescue > end'],
    }),
    input: { topic: '1 / 0' },
  },
  'questions in a fan-out, and a time limit': {
    document: graph({
      state: { topic, people: { type: 'array', default: [] }, notes: list },
      input: ['topic', 'people'],
      nodes: {
        invite: {
          kind: 'ask',
          message: 'Invite {{person}} to {{topic}}?',
          decisions: [{ port: 'yes' }, { port: 'no' }],
          form: { type: 'object', properties: { note: { type: 'string' } } },
          writes: { notes: 'values.note' },
          key: 'person',
          deadlineMs: 60_000,
        },
        done: set({ topic: '{{notes.length}} notes' }),
      },
      edges: [
        { from: 'start', to: 'invite', each: { of: 'people', as: 'person' } },
        'invite.yes > done',
        'invite.no > done',
        'invite.timeout > done',
        'done > end',
      ],
    }),
    input: { topic: 'tea', people: ['Ann'] },
    answers: [ask('yes', { note: 'brings cake' })],
  },
  'retries, caches, time limits and a step that waits for all': {
    document: graph({
      state: { topic, notes: list },
      input: ['topic'],
      nodes: {
        quick: { ...set({ notes: 'quick' }), cache: { ttlSeconds: 60, key: 'topic' } },
        slow: {
          ...set({ notes: 'slow' }),
          retry: { attempts: 2, initialMs: 1, factor: 1, maxMs: 1 },
          timeoutMs: 5_000,
        },
        slower: { ...set({ notes: '{{topic}}' }), cache: { ttlSeconds: 60 } },
        last: { ...set({ topic: '{{notes.length}}' }), defer: true },
      },
      edges: [
        'start > quick',
        'start > slow',
        'slow > slower',
        'quick > last',
        'slower > last',
        'last > end',
      ],
    }),
    input: { topic: 'T' },
  },
  'a cached step that fans out, in a loop that its way bounds': {
    document: graph({
      state: { topic, notes: list, count: { type: 'number', reducer: 'sum' } },
      input: ['topic'],
      nodes: {
        step: { ...set({ count: '= 1' }), cache: { ttlSeconds: 60, key: '1' } },
        copy: set({ notes: '= [part + ":" + count]' }),
      },
      edges: [
        'start > step',
        { from: 'step', to: 'step', max: 2 },
        { from: 'step', to: 'copy', each: { of: '[count]', as: 'part' } },
        'copy > end',
      ],
    }),
    input: { topic: 'T' },
  },
  'code and expressions that see messages': {
    document: graph({
      state: { messages, text, topic: { type: 'string' } },
      input: ['messages'],
      nodes: {
        look: set({
          text: '= messages.at(-1).role + ": " + messages.at(-1).content',
          topic: '= text || null',
        }),
        say: {
          kind: 'code',
          code: "return { messages: [{ role: 'assistant', content: text.toUpperCase() }] }",
          writes: ['messages'],
        },
      },
      edges: ['start > look', 'look > say', 'say > end'],
    }),
    input: { messages: 'Hello' },
  },
}
