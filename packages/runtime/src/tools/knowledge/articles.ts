import type { Article } from './article.ts'

/** The policies of a shop that does not exist: Nordlicht, lamps and furniture. */
const shopArticles: readonly Article[] = [
  {
    title: 'Shop policy: refund for damaged goods',
    text: 'If an item arrives damaged or broken, the customer chooses between a refund of the full price and a free replacement. The damage must be reported within 14 days of delivery with a photo. Nothing has to be sent back when the item cost less than 100 euros. Support may approve a refund up to 250 euros; anything above needs a team lead.',
  },
  {
    title: 'Shop policy: returns and refund',
    text: 'Unused goods may be returned within 30 days of delivery for a full refund. The customer asks for a return label in the account or by mail, and the refund is paid to the original means of payment within 5 working days after the parcel has arrived. Return shipping costs 4.90 euros, except when the item was faulty or wrong. Cut-to-size lamp cables cannot be returned.',
  },
  {
    title: 'Shop policy: shipping times and costs',
    text: 'Orders placed before 14:00 on a working day leave the warehouse the same day. Standard shipping takes 2 to 4 working days and costs 4.90 euros, or nothing above 60 euros. Express shipping arrives on the next working day for 12.90 euros. Furniture comes by carrier within 10 working days, and the carrier agrees on a day by telephone.',
  },
  {
    title: 'Shop policy: late or lost parcels',
    text: 'A parcel counts as late when it is more than 3 working days over the promised date. Support starts a search with the carrier, which takes up to 5 working days. If the parcel is not found, the customer chooses between a new delivery and a refund. Express shipping that came late is refunded in any case.',
  },
  {
    title: 'Shop policy: warranty',
    text: 'All goods have a warranty of 24 months from delivery, LED lamps one of 36 months. It covers faults of material and workmanship, not wear, wrong voltage or damage by the user. The shop repairs or replaces the item free of charge; if neither works within 20 days, it refunds the price. The order number is proof enough; no receipt is needed.',
  },
  {
    title: 'Shop policy: changing or cancelling an order',
    text: 'An order can be changed or cancelled free of charge until it is packed, which the account shows as "being prepared". After that it can be refused at the door or returned. Changing the delivery address is possible until the parcel is handed to the carrier. Pre-orders may be cancelled at any time before dispatch.',
  },
  {
    title: 'Shop policy: payment and invoices',
    text: 'The shop takes cards, bank transfer, PayPal and, above 50 euros, payment by invoice within 14 days. The card is charged when the order is dispatched, never before. If a customer was charged twice, the second charge is refunded within 3 working days once accounting has confirmed it. Invoices are sent by mail as PDF and stay in the account for 10 years.',
  },
  {
    title: 'Shop policy: answering customers',
    text: 'Answer within one working day, greet the customer by name, and name the order number. Apologise once when something went wrong, then say what happens next and by when. Never promise what no policy allows; ask a team lead instead. Sign as "The support team".',
  },
]

const latheArticles: readonly Article[] = [
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

const langGraphArticles: readonly Article[] = [
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

const agentArticles: readonly Article[] = [
  {
    title: 'What an agent is',
    text: 'An agent is a program in which a language model decides what happens next. The model reads the task and what has happened so far, then either answers or asks for a tool to be called. What the tool returns is added to the conversation, and the model decides again. A fixed sequence of model calls is a workflow; it becomes an agent when the model itself chooses the path.',
  },
  {
    title: 'Tool calling',
    text: 'A tool is a function with a name, a description and a schema for its arguments. The model never runs it: it answers with the name and the arguments it wants, the program runs the function, and the result goes back as a message. Good descriptions matter more than many tools, because the description is all the model knows. Results should be short, and errors should say what to do differently.',
  },
  {
    title: 'Effects of tools',
    text: 'A tool is pure when it only computes, such as a calculator. It reads when it looks at the outside world without changing it, such as a search. It writes when it changes something, such as sending a mail or refunding an order. Tools that write deserve an approval by a person, and they must not run again by accident when a run is repeated.',
  },
  {
    title: 'Prompts and system messages',
    text: 'The system message sets the role, the rules and the form of the answer; user messages bring the task. Instructions work best when they say what to do rather than what to avoid, and when the material to work on is clearly separated from them. A lower temperature gives steadier answers. Small changes of wording can change results, so a prompt is worth versioning and testing like code.',
  },
  {
    title: 'Structured answers',
    text: 'A model can be asked to answer with JSON that satisfies a schema. That turns free text into data a program can rely on: a category from a fixed list, an amount as a number, a list of items. Descriptions on the fields steer the model, and required fields keep it from leaving things out. The answer is still checked against the schema, because a cut-off answer is not valid JSON.',
  },
  {
    title: 'Tokens, cost and latency',
    text: 'Models read and write tokens, pieces of words of about four letters in English. Providers charge for input and output tokens separately, output being dearer, and often less for input that repeats and is cached. Time to first token tells how long a user waits before anything appears; total latency grows with the length of the answer. Long histories cost on every call, so they are summarised or cut.',
  },
  {
    title: 'Evaluating agents',
    text: 'An agent is evaluated on cases: an input and what a good result looks like. Checks can be exact, by pattern, by schema, by code, or by a model that acts as judge. Because answers vary, each case is run several times, and a difference between two prompts only counts when it is larger than chance explains. Failures found in real traces make the best new cases.',
  },
  {
    title: 'Retrieval',
    text: 'Retrieval gives a model text it was not trained on. Documents are split into chunks, each chunk is turned into a vector by an embedding model, and the chunks nearest to the question are put into the prompt. Keyword ranking such as BM25 finds exact names that vectors miss, so the two are often combined. The model should answer only from what was found and name its sources.',
  },
]

export type { Article }

export const articles: readonly Article[] = [
  ...agentArticles,
  ...langGraphArticles,
  ...latheArticles,
  ...shopArticles,
]
