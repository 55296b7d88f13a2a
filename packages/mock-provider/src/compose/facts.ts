import { keywords, words } from '../text/words.ts'
import { sentences } from '../text/sentences.ts'

type Fact = { about: string; text: string }

/** The little that the demo model knows by itself. */
const FACTS: readonly Fact[] = [
  {
    about: 'LangGraph',
    text: 'LangGraph is a library for building agents as graphs: nodes do the work, edges decide what comes next, and a shared state carries what is known. It can pause for a person, go back to an earlier step and resume after a crash, because it saves a checkpoint after every step.',
  },
  {
    about: 'LangChain',
    text: 'LangChain is a library that gives chat models, tools, prompts and retrievers one common interface. An application written against it can change its model provider without changing its own code.',
  },
  {
    about: 'agent agents',
    text: 'An agent is a language model in a loop with tools: it reads the conversation, decides which tool to call, reads the result, and goes on until it can answer. A step limit keeps the loop from running for ever.',
  },
  {
    about: 'checkpoint checkpoints',
    text: 'A checkpoint is a saved copy of a graph’s state after a step. Checkpoints let a run resume where it stopped, wait for a human, or branch into a second history from any earlier step.',
  },
  {
    about: 'reducer reducers channel channels',
    text: 'A reducer says how a new value is combined with the one a state channel already holds, for example by replacing, appending or adding up. Without a reducer, two branches that write the same channel at once would be in conflict.',
  },
  {
    about: 'tool calling tools function',
    text: 'Tool calling lets a model ask for a function to be run: it names the tool and gives arguments as JSON, the application runs it and sends the result back. The model never runs anything itself.',
  },
  {
    about: 'token tokens tokenizer',
    text: 'A token is the unit in which a model reads and writes text, on average about four characters of English. Prices, limits and speeds of models are all counted in tokens.',
  },
  {
    about: 'embedding embeddings vector',
    text: 'An embedding is a list of numbers that stands for the meaning of a text. Texts about the same thing get embeddings that point in nearly the same direction, which is how similar passages are found.',
  },
  {
    about: 'retrieval augmented generation rag',
    text: 'Retrieval-augmented generation looks up passages that fit the question and puts them into the prompt, so that the model answers from them rather than from memory. Its answers can name their sources.',
  },
  {
    about: 'prompt caching cache',
    text: 'Prompt caching lets a provider reuse the work done for the beginning of a prompt when the next request begins the same way. Keeping instructions and tools first and the changing part last makes it cheaper.',
  },
  {
    about: 'temperature sampling',
    text: 'Temperature sets how freely a model chooses among likely next tokens. At 0 it nearly always takes the likeliest one; higher values give more varied and less predictable answers.',
  },
  {
    about: 'streaming stream',
    text: 'Streaming sends an answer token by token while it is being written, so that a reader sees the first words within a fraction of a second. The time to the first token matters more to people than the total time.',
  },
  {
    about: 'trace tracing span spans observability',
    text: 'A trace is the record of one run as a tree of spans, each with its start, end, input, output and cost. It shows which step took long, cost much or went wrong.',
  },
  {
    about: 'interrupt human approval loop',
    text: 'An interrupt pauses a graph and asks a person to decide. The run keeps no resources while it waits and goes on from its checkpoint when the answer comes.',
  },
  {
    about: 'superstep supersteps',
    text: 'A superstep is one round of a graph: all nodes that are ready run side by side, and their updates are applied together before the next round begins. A checkpoint is saved after each superstep.',
  },
  {
    about: 'thread threads',
    text: 'A thread is one conversation or history of runs of a graph, known by its id. A new run on a thread goes on from its newest checkpoint.',
  },
  {
    about: 'state graph node nodes edge edges',
    text: 'A state graph has nodes that read the state and return updates, and edges that say which node comes next. The channels of the state hold what is known, and conditional edges choose the way by it.',
  },
  {
    about: 'fan out parallel send branches',
    text: 'Fanning out sends one copy of a node for each element of a list, so that they work side by side. Their results join again through the reducers of the channels they write.',
  },
  {
    about: 'mcp model context protocol',
    text: 'The Model Context Protocol is a standard by which programs offer tools and data to agents. A tool served once can be used by any agent that speaks it.',
  },
  {
    about: 'json schema structured output',
    text: 'A JSON Schema says what shape a JSON value must have. A model that is given one answers with data that a program can use without guessing.',
  },
  {
    about: 'sky blue',
    text: 'The sky is blue because air scatters short waves of light more strongly than long ones. At sunset the light comes a longer way through the air, and what is left of it is red.',
  },
  {
    about: 'Lathe',
    text: 'Lathe is a workbench for agents: you draw a graph in the browser, run it, see every step it took, replay it exactly and compare variants of a prompt. It runs in one process and needs no account.',
  },
  {
    about: 'TypeScript',
    text: 'TypeScript is JavaScript with types that are checked before the program runs and removed when it does. It catches misspelt names and missing cases early and makes large programs easier to change.',
  },
  {
    about: 'SQLite',
    text: 'SQLite is a database in a library: it lives in one file, needs no server and is read and written by the program itself. With a write-ahead log, readers do not wait for the writer.',
  },
  {
    about: 'photosynthesis',
    text: 'Photosynthesis is how plants, algae and some bacteria turn light, water and carbon dioxide into sugar and oxygen. It takes place in chloroplasts and feeds nearly all life on Earth.',
  },
  {
    about: 'tea',
    text: 'Tea is made from the leaves of Camellia sinensis, a shrub from the borderlands of China, Burma and India. Green, black and oolong tea come from the same plant and differ in how far the leaves are oxidised. After water it is the most widely drunk beverage in the world.',
  },
  {
    about: 'coffee',
    text: 'Coffee is brewed from the roasted seeds of Coffea plants, first grown in Ethiopia and Yemen. Its caffeine blocks the receptors that make the brain feel tired.',
  },
  {
    about: 'honey bee bees',
    text: 'Honey bees live in colonies of tens of thousands around one queen. They tell each other where flowers are by a dance, and by carrying pollen they help about a third of our crops to bear fruit.',
  },
  {
    about: 'moon tide tides',
    text: 'Tides rise and fall because the Moon, and less strongly the Sun, pulls on the sea. Most coasts have two high tides a day, about twelve hours and twenty-five minutes apart.',
  },
  {
    about: 'heat pump pumps',
    text: 'A heat pump moves heat from outside air or ground into a house instead of making it. For one unit of electricity it delivers three to four units of heat.',
  },
  {
    about: 'bicycle bicycles bike',
    text: 'The bicycle is the most efficient way for a person to travel: it takes about a fifth of the energy of walking the same distance. The safety bicycle with two equal wheels and a chain dates from 1885.',
  },
  {
    about: 'vaccine vaccines',
    text: 'A vaccine shows the immune system a harmless piece of a germ, so that it learns to recognise the real one. When the germ comes later, antibodies and memory cells stop it before it makes one ill.',
  },
  {
    about: 'electric car cars vehicle',
    text: 'An electric car stores energy in a battery and turns about nine tenths of it into motion, against less than a third in a petrol engine. Its range depends on the size of the battery, the speed and the cold.',
  },
  {
    about: 'Ada Lovelace',
    text: 'Ada Lovelace, born in London in 1815, wrote the first published program for a machine: a way to compute Bernoulli numbers on Babbage’s Analytical Engine. She also saw that such a machine could work on more than numbers.',
  },
]

const INDEX = FACTS.map((fact) => ({ ...fact, keys: new Set(keywords(fact.about)) }))

const ENOUGH = 0.5
const MOST = 2

/** Sentences about a subject, or none unless they cover more than half of its words. */
export function factsAbout(topic: string): string[] {
  const asked = [...new Set(keywords(topic))]
  const hits = INDEX.map(({ keys, text }) => ({
    text,
    words: asked.filter((word) => keys.has(word)),
  }))
    .filter(({ words }) => words.length > 0)
    .sort(
      (a, b) =>
        b.words.length - a.words.length ||
        asked.indexOf(a.words[0] ?? '') - asked.indexOf(b.words[0] ?? ''),
    )
    .slice(0, MOST)
  const covered = new Set(hits.flatMap(({ words }) => words))
  if (asked.length === 0 || covered.size / asked.length <= ENOUGH) return []
  const [best] = hits
  const isEnough = best !== undefined && best.words.length === covered.size
  return (isEnough ? [best] : hits).flatMap(({ text }) => sentences(text))
}

const TERMS = new Set(
  FACTS.flatMap(({ about }) => {
    const names = about.split(' ')
    return names.filter((name) => names.includes(`${name}s`))
  }),
)

/** Terms that the demo model could tell more about, as a text mentions them: in the plural, first come first. */
export function termsIn(text: string): string[] {
  const known = words(text)
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => TERMS.has(word))
  return [...new Set(known)].map((word) => `${word}s`)
}
