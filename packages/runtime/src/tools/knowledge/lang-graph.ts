import type { Article } from './article.ts'

export const langGraphArticles: readonly Article[] = [
  {
    title: 'What LangGraph is',
    text: 'LangGraph is a library for building agents as graphs, in Python and in JavaScript. Nodes are functions that read a shared state and return updates to it; edges say which node comes next. It adds what long-running agents need: saved state, pauses for people, streaming, and loops with a limit. It belongs to the LangChain project, and it works with any model.',
  },
  {
    title: 'State and channels in LangGraph',
    text: 'The state of a LangGraph graph is made of channels, one for each key. A node returns only the keys it wants to change, and each channel decides how a new value joins the old one. Without a reducer the newest value replaces the old. The state is what nodes share; they have no other way to talk to each other.',
  },
  {
    title: 'Reducers',
    text: 'A reducer is a function of the current value and an update, and it belongs to a channel of the state. Appending collects the results of steps that run side by side; summing counts; merging combines objects. The messages reducer adds messages and replaces those with the same id. Two nodes that write a channel without a reducer in the same step are an error, because their order would be chance.',
  },
  {
    title: 'Supersteps',
    text: 'A LangGraph run proceeds in supersteps. In each superstep all nodes that are due run side by side on the same state, and their updates are applied together at the end. Nodes activated by those updates form the next superstep. The number of supersteps is limited by the recursion limit, so that a loop cannot run for ever.',
  },
  {
    title: 'Edges and branches',
    text: 'A plain edge always leads from one node to the next. A conditional edge asks a function of the state which node should follow, which makes branches and loops. A node may also return a command that names the next node and updates the state at once. Every loop needs a condition that ends it; the recursion limit is only the safety net.',
  },
  {
    title: 'Fan-out with Send',
    text: 'When the number of parallel steps is only known at run time, a conditional edge returns one Send for each item. Each Send starts a copy of the target node with its own input. The copies run side by side in one superstep, and a reducer such as append joins what they return. This is how a graph researches several questions at once.',
  },
  {
    title: 'Checkpoints',
    text: 'With a checkpointer LangGraph saves the state of a graph after every superstep. A checkpoint holds the values of all channels and which nodes come next. A run that crashed goes on from its last checkpoint, and finished steps are not run again. From any earlier checkpoint a new branch of the history can be started, which is called time travel.',
  },
  {
    title: 'Threads',
    text: 'A thread is one conversation or case, told apart by its thread id. All checkpoints of a graph belong to a thread, so a second run on the same thread starts from the state the first one left. That is how an assistant remembers what was said before. Different threads never see each other’s state.',
  },
  {
    title: 'Interrupts',
    text: 'A node can pause the graph with an interrupt and ask a person something. The state is saved, the run ends for now, and the question is shown. When the answer arrives, the same node runs again from its beginning and gets the answer as the value of the interrupt. Work before the interrupt in the same node is repeated, so it should have no side effects.',
  },
  {
    title: 'Subgraphs',
    text: 'A compiled graph can be a node of another graph. It may share channels with its parent or have its own state with a mapping at both ends. Subgraphs keep large agents readable and let a team reuse a part. Their steps, tokens and checkpoints appear under a namespace that names the parent node.',
  },
  {
    title: 'Streaming in LangGraph',
    text: 'A running graph can be watched in several modes. Values gives the whole state after each superstep, updates only what each node returned, and messages gives tokens as the model writes them. Custom events can carry anything a node wants to report. Streaming does not change what the graph does; it only shows it earlier.',
  },
  {
    title: 'Retries and time limits in LangGraph',
    text: 'A node can have a retry policy: how many attempts, how long to wait before the first, and by what factor the wait grows. Only errors that may pass are worth retrying, such as a busy provider or a lost connection. A time limit ends a node that takes too long. When the attempts are used up, an error handler can still lead the run to another node.',
  },
]
