import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../lib/child.ts'

const pinned = {
  '@langchain/core': '1.4.0',
  '@langchain/langgraph': '1.7.3',
  '@langchain/langgraph-sdk': '1.15.0',
  '@langchain/langgraph-checkpoint': '1.2.2',
}

const name = `langgraph-dev-1.5.1-${pinned['@langchain/langgraph']}`
const folder = join(homedir(), '.cache', 'lathe-bench', name)

const graphs = `import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
function chain(length) {
  const State = Annotation.Root({ count: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) })
  const graph = new StateGraph(State)
  const steps = Array.from({ length }, (_, index) => 'step' + index)
  for (const step of steps) graph.addNode(step, () => ({ count: 1 }))
  for (const [index, from] of [START, ...steps].entries()) graph.addEdge(from, steps[index] ?? END)
  return graph.compile()
}
export const one = chain(1)
export const ten = chain(10)
`

const write = (name: string, content: string) => writeFileSync(join(folder, name), content)

/** Installs the official development server once, pinned, into a cache folder. */
function install() {
  if (existsSync(join(folder, 'node_modules', '@langchain', 'langgraph-cli'))) return
  mkdirSync(folder, { recursive: true })
  write(
    'package.json',
    JSON.stringify({
      private: true,
      type: 'module',
      dependencies: {
        ...pinned,
        '@langchain/langgraph-cli': '1.5.1',
        '@langchain/langgraph-api': '1.5.1',
      },
    }),
  )
  const overrides = Object.entries(pinned).map(([name, version]) => `  '${name}': ${version}\n`)
  write('pnpm-workspace.yaml', `overrides:\n${overrides.join('')}allowBuilds:\n  esbuild: false\n`)
  write('graph.mjs', graphs)
  write(
    'langgraph.json',
    JSON.stringify({
      node_version: '20',
      dependencies: ['.'],
      graphs: { one: './graph.mjs:one', ten: './graph.mjs:ten' },
      env: {},
    }),
  )
  execFileSync('npx', ['--yes', 'pnpm@12.21.0', 'install'], { cwd: folder, stdio: 'inherit' })
}

/** `langgraphjs dev` 1.5.1: in-memory, its own ten workers, no tracing. A development server. */
export async function startLanggraphDev() {
  install()
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const cli = join(folder, 'node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs')
  const child = await startChild(
    process.execPath,
    [cli, 'dev', '--no-browser', '--port', String(port)],
    {
      cwd: folder,
      ready: /Server running at|Registering graph with id 'ten'|API: http/,
      env: { LANGSMITH_TRACING: 'false', LANGGRAPH_CLI_NO_ANALYTICS: '1' },
    },
  )
  const url = `http://localhost:${port}`
  for (;;) {
    const isUp = await fetch(`${url}/ok`).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return {
    ...child,
    url,
    wait: async (graph: 'one' | 'ten') => {
      const response = await fetch(`${url}/runs/wait`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ assistant_id: graph, input: { count: 0 } }),
      })
      if (!response.ok) throw new Error(`langgraphjs dev: ${response.status}`)
      await response.text()
    },
  }
}
