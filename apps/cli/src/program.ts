import addCompletion from '@bomb.sh/tab/commander'
import { Command, Option } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { agents } from './commands/agents.ts'
import { alerts, type AlertsOptions } from './commands/alerts.ts'
import { type CompareOptions, compareRun } from './commands/compare.ts'
import { type CapsuleOptions, importCapsule, saveCapsule } from './commands/capsule.ts'
import { addDatasets } from './commands/datasets.ts'
import { doctor } from './commands/doctor.ts'
import { exportAgent, type ExportOptions } from './commands/export.ts'
import { importAgent } from './commands/import.ts'
import { importTraces, type ImportTracesOptions } from './commands/import-traces.ts'
import { addPrompts } from './commands/prompts.ts'
import { replay, type ReplayOptions } from './commands/replay.ts'
import { replayMany, type ReplayManyOptions } from './commands/replay-many.ts'
import { resume, type ResumeOptions } from './commands/resume.ts'
import { run, type RunOptions } from './commands/run.ts'
import { toTest } from './commands/test.ts'
import { addStart } from './commands/start.ts'
import { addThreads } from './commands/threads.ts'
import { addTraces } from './commands/traces.ts'
import type { Context } from './context.ts'
import { JSON_OPTION, WITH_SECRETS_OPTION } from './options.ts'

const CLOSING = `
Examples:
  $ lathe                                   start the server and the web app
  $ lathe run assistant 'What is 6 * 7?'    run an agent
  $ lathe replay <trace> --version draft    replay a recorded run on the draft
  $ source <(lathe completion bash)         complete commands with Tab

Commands use the server started with LATHE_HOME (default ~/.lathe), or the server named by LATHE_URL and LATHE_TOKEN.

Exit codes: 0 success; 1 bad result (failed run, different replay, regression, failed check);
2 wrong usage, missing object or unreachable server; 3 a run waits for a person.`

/** The `lathe` command. */
export function createProgram(context: Context): Command {
  const program = new Command('lathe')
    .description('Draw, run, trace, replay and compare LangGraph agents.')
    .version(packageJson.version)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: context.out, writeErr: context.err })
    .addHelpText('after', CLOSING)
  addStart(program, context)
  program
    .command('agents')
    .description('list the agents')
    .option(...JSON_OPTION)
    .action((options: { json?: true }) => agents(context, options))
  program
    .command('alerts')
    .description('list the alerts and their status')
    .option('--fail-on <what>', '`firing`: fail if an unmuted alert is firing')
    .option(...JSON_OPTION)
    .action((options: AlertsOptions) => alerts(context, options))
  program
    .command('run')
    .argument('<agent>', 'slug of the agent')
    .argument(
      '[input]',
      'JSON of the input channels, text for the first channel, or `-` for standard input',
    )
    .description('run an agent and stream its output')
    .option('--version <version>', 'a number, `draft` or `published`')
    .option('--thread <id>', 'continue a thread; without input, resume from its last checkpoint')
    .option(...JSON_OPTION)
    .action((agent: string, input: string | undefined, options: RunOptions) =>
      run(context, agent, input, options),
    )
  program
    .command('resume')
    .argument('<run>', 'id of the run')
    .description(
      'answer the interrupts of a run and stream the rest; without an answer, print the questions',
    )
    .option('--approve', 'approve the pending tool calls, or continue at a breakpoint')
    .addOption(
      new Option('--reject [reason]', 'reject the pending tool calls').conflicts('approve'),
    )
    .addOption(
      new Option('--edit <json>', 'approve the pending tool call with other arguments').conflicts([
        'approve',
        'reject',
      ]),
    )
    .option('--decision <name>', 'answer a question with one of its decisions')
    .option('--values <json>', 'values of the form, with --decision')
    .addOption(
      new Option(
        '--answers <json>',
        'answers by interrupt id, or `-` for standard input',
      ).conflicts(['approve', 'reject', 'edit', 'decision', 'values']),
    )
    .option(...JSON_OPTION)
    .action((id: string, options: ResumeOptions) => resume(context, id, options))
  program
    .command('replay')
    .argument('<trace>', 'id of the trace')
    .description('replay a recorded trace; fails unless the replay is identical')
    .option('--version <version>', 'replay with another version')
    .option('--live <node...>', 'execute only these nodes live')
    .option('--until <superstep>', 'execute live after this superstep')
    .option('--on-miss <what>', 'if a call is not in the recording: `fail` or `live`')
    .option(...JSON_OPTION)
    .action((trace: string, options: ReplayOptions) => replay(context, trace, options))
  program
    .command('replay-many')
    .description('replay the newest matching traces; fails unless all are identical')
    .option('--agent <agent>', 'only traces of this agent')
    .option('--status <status>', 'only traces with this status: success, error …')
    .option('--filter <filter>', 'filter of the trace list, such as "latency:>2s tag:vip"')
    .option('--version <version>', 'replay with another version')
    .option('--limit <number>', 'maximum number of traces', '200')
    .option(...JSON_OPTION)
    .action((options: ReplayManyOptions) => replayMany(context, options))
  program
    .command('test')
    .argument('<trace>', 'id of the trace')
    .argument('[folder]', 'folder of the exported project', '.')
    .description('write a recorded run as a Vitest test with its recording')
    .option('--name <name>', 'part of the file names')
    .action((trace: string, folder: string, options: { name?: string }) =>
      toTest(context, trace, folder, options),
    )
  program
    .command('capsule')
    .argument('<trace>', 'id of the trace')
    .argument('[file]', 'output file; default: named after the trace')
    .description('write a recorded run with its graph as one file')
    .option(...WITH_SECRETS_OPTION)
    .action((trace: string, file: string | undefined, options: CapsuleOptions) =>
      saveCapsule(context, trace, file, options),
    )
  program
    .command('import-capsule')
    .argument('<file>', 'file written by `lathe capsule`')
    .description('import a run that was recorded on another machine')
    .action((file: string) => importCapsule(context, file))
  program
    .command('import-traces')
    .argument('<file>', 'export of Lathe or LangSmith, or OpenTelemetry JSON; compressed or not')
    .description('same as `lathe traces import`')
    .option('--project <name>', 'project for traces that name none')
    .option(...JSON_OPTION)
    .action((file: string, options: ImportTracesOptions) => importTraces(context, file, options))
  program
    .command('export')
    .argument('<agent>', 'slug of the agent')
    .argument('[folder]', 'output folder; default: the slug')
    .description('write an agent as a TypeScript project')
    .option('--version <version>', 'a number, `draft` or `published`')
    .option('--json', 'print the graph document instead')
    .action((agent: string, folder: string | undefined, options: ExportOptions) =>
      exportAgent(context, agent, folder, options),
    )
  program
    .command('import')
    .argument('<path>', 'a graph document, or the folder of an exported project')
    .description('create an agent from a graph')
    .option('--name <name>', 'name of the agent')
    .action((path: string, options: { name?: string }) => importAgent(context, path, options))
  program
    .command('compare')
    .description('comparisons and regression suites')
    .command('run')
    .argument('<id>', 'id of the comparison or regression suite, the end of its URL')
    .description('run pending cells and print the verdict on each variant')
    .option('--fail-on <what>', '`regress`: fail if a variant is a regression against the baseline')
    .option(
      '--by <metric>',
      'primary metric: evaluator:<key>, evaluators (all combined), latency, cost or tokens',
    )
    .option('--exclude-errors', 'exclude errored runs instead of counting them as failed cases')
    .option('--version <version>', 'version for a suite: a number, `draft` or `published`')
    .option('--fresh', 'run every cell again')
    .option('--junit <file>', 'write the cases as JUnit XML')
    .option(...JSON_OPTION)
    .action((id: string, options: CompareOptions) => compareRun(context, id, options))
  addThreads(program, context)
  addDatasets(program, context)
  addPrompts(program, context)
  addTraces(program, context)
  program
    .command('doctor')
    .description('check everything a run needs, on this machine or on the server of LATHE_URL')
    .option(...JSON_OPTION)
    .action((options: { json?: true }) => doctor(context, options))
  addCompletion(program, { completionCommandName: 'completion' })
  program.commands
    .find((command) => command.name() === 'completion')
    ?.description('print a completion script for bash, zsh, fish or powershell')
  return program
}
