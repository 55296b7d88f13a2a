// Word lists that the rules share.

/** Verbs that commit subjects begin with in projects that write them in the imperative. */
export const IMPERATIVE_VERBS = new Set(
  `abort accept acknowledge activate adapt add address adjust adopt advance align allow alphabetize amend announce annotate append apply
  archive arrange assert assign associate assume attach attempt audit authenticate authorize auto-detect automate avoid await back backfill
  backport balance batch be benchmark bind block bootstrap bound branch break bring broaden bubble buffer build bump bundle bypass cache
  calculate call cancel canonicalize cap capture carry catch centralize chain change check choose clamp clarify clean cleanup clear clip
  clone close coalesce coerce collapse collect color combine come commit compact compare compile complete compose compress compute
  concatenate condense configure confirm connect consider consolidate constrain construct consume contain continue control convert
  coordinate copy correct count cover crawl create cut deactivate debounce debug declare decode decouple decrease dedupe deduplicate
  default defer define delay delegate delete delimit deliver demote deny deploy deprecate derive deserialize detach detect determine
  disable disallow discard disconnect display dispose distinguish ditch do document don't downgrade download draw drain drive drop dry
  duplicate ease edit elevate eliminate embed emit emphasize enable encode encrypt end enforce enhance enlarge enqueue enrich ensure enter
  escape establish estimate evaluate exclude execute exercise exit expand expect expire explain explicitly expose extend extract fail fall
  fallback fan fast-forward favor fetch fill filter finalize find finish fire fix flag flatten flip flush focus fold follow forbid force
  format forward freeze freshen gate gather generalize generate get give go gracefully grant group guard guarantee guide handle harden
  hide highlight hint hoist hold honor hydrate identify ignore implement import improve include increase increment index infer inform
  inherit init initialize inject inline insert inspect install instantiate instrument integrate intercept interpolate introduce invalidate
  invert invoke isolate iterate join jump keep kill label land launch lazily lazy-load lazyload lead leave let lift limit link lint list listen load
  localize lock log loosen lower maintain make manage mark mask match measure memoize mention merge migrate mimic minify minimize mirror
  mock mount move mute name narrow negotiate nest normalize note notify nudge number obey observe obtain offer omit only open opt optimize order
  organize override overwrite pad paginate parallelize parameterize parse pass patch paste pause peek perform permit persist pick pin pipe place
  plan plumb point polish poll populate port position postpone prefer prefix preload prepare prepend present preserve prettify prevent
  print prioritize probe process produce prohibit prompt promote propagate protect provide proxy prune publish pull purge push put
  qualify query queue quote raise randomize re-add re-enable re-export reach react read rearrange rebase rebuild recognize recompute
  reconcile reconnect record recover redact redeploy redesign redirect redo reduce re-enable refactor refer refetch refine reformat refresh
  refuse regenerate register regroup reinstate reject relax release relocate rely remember remove rename render reopen reorder
  reorganize repair replace replay report repeat request require reread reset reshape resize resolve respect respond restart restore
  restrict restructure resume retain rethrow retire retrieve retry return reuse revalidate reveal revert review revise reword rewrite
  rework rotate round route run sanitize save scaffold scale scan schedule scope scroll seal search secure seed select send separate
  serialize serve set settle setup share shift shorten show shrink shut silence simplify skip slice slim slow smooth snapshot sort specify
  speed split spread squash stabilize stage standardize start state stay stem step stop store stream streamline strengthen strip stub
  style submit substitute suggest summarize supply support suppress surface swallow swap switch sync synchronize tag take target teach tell
  temporarily terminate test throttle throw tidy tighten tie time tolerate toggle trace track transform translate traverse treat trigger trim truncate
  try tune turn tweak type unblock undo unexport unflake unify uniquify unlink unlock unnest unpack unpin unref unregister unset unskip
  unsubscribe unwrap update upgrade upload use validate vary vendor verify version wait walk warm warn watch widen wire wrap write yield zoom
  abbreviate also capitalize classify conditionally contribute correlate deepen export externalize fit hug incorporate lighten
  map revamp stringify symlink tokenize transition
  always never correctly properly safely re-use reimplement rollback roll sharpen tolerate typecheck unmount`.split(
    /\s+/,
  ),
)

/** Past participles that say nothing as a name of their own. `done`, `sent`, `found`, `selected` and the like are customary. */
export const BARE_PARTICIPLES = new Set(
  `told said given wanted known reached taken kept asked held meant brought heard gone drawn chosen begun lost made called named
  served answered looked judged spent spared spoken shown moved waited heeded owed owned borne dealt fallen felt laid met paid
  refused stood understood withheld worked worn gathered counted carried caught`.split(/\s+/),
)

/** Words without a meaning of their own, as a whole name. */
export const FUNCTION_WORDS = new Set(
  `at one own by others most whole what more only was until within inside here there theirs ours mine about again alone beside how why
  also together least when into above past none nothing against without says asks tells another both those which who any`.split(
    /\s+/,
  ),
)
