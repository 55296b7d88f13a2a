import type { Article } from './article.ts'

export const latheArticles: readonly Article[] = [
  {
    title: 'What Lathe is',
    text: 'Lathe is a workbench for agents built with LangGraph.js. An agent is drawn in the browser, run, and watched while its nodes light up and its tokens stream. Every step is recorded in a trace with its inputs, outputs, tokens, cost and latency. It runs as one process with an embedded database, and on Postgres for a team.',
  },
  {
    title: 'The graph document',
    text: 'In Lathe an agent is a document: state channels with their reducers, nodes, edges, and a layout that means nothing to the run. Opening, saving or importing it runs no code. Expressions and code nodes in it run in a sandbox only when the agent runs. A saved version never changes; publishing chooses which version answers calls.',
  },
  {
    title: 'Runs and traces in Lathe',
    text: 'A run executes one version of an agent on a thread. Its trace is a tree of spans: one for the run, one for each node, and one for each model and tool call beneath it. A span knows when it started and ended, when its first token came, which model answered, and what it cost. Filters on status, agent, time and text find a trace again.',
  },
  {
    title: 'Exchanges and the tape',
    text: 'Every time a run touches the outside world, Lathe records the exchange: what was asked, and every piece of the answer with its time. A trace together with its exchanges is a tape of the run. Keys and authorization are never part of it. A recorded call is known by its place in the graph and by the fingerprint of its request.',
  },
  {
    title: 'The demo model',
    text: 'The demo model comes with Lathe. It has the same HTTP interface as real model providers but needs no key and costs nothing. It is deterministic: the same request gets the same answer. It answers the bundled templates from scripts, calls their tools and fills their schemas, so demos and tests use the same code paths as a real model. To use a real model, add a connection and select one of its models in the node.',
  },
  {
    title: 'Connections and models',
    text: 'A connection in Lathe is a base URL and a key for any provider that speaks the OpenAI interface. Keys are encrypted and can be replaced but never read back. Addresses on the own machine or a private network are reached only when an owner allows it on the connection. A busy or failing provider is asked again, and waits it asks for are respected.',
  },
  {
    title: 'Budgets and limits',
    text: 'A run in Lathe has a budget: supersteps, wall-clock time, tokens and cost. When one is used up, the run stops at a checkpoint with an error that says which. Tools have a minute, code nodes a second of computing time. All limits are listed on the settings page and can be changed by the operator.',
  },
  {
    title: 'Code in the sandbox',
    text: 'Expressions and code nodes are plain JavaScript over a frozen copy of the state. They run in a sandbox without network, files or timers, with a limit on time and memory. Clock, random numbers and ids are given by the run, so that repeating it gives the same values. Code that loops for ever is stopped and reported with its line.',
  },
]
