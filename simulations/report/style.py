"""The look of a report: colours that the colour-blind can tell apart (Okabe & Ito 2008), light, dark and on paper."""

from __future__ import annotations

__all__ = ["STYLE"]

_LIGHT = """
--paper:#fff;--ink:#1c2126;--quiet:#59636e;--rule:#d9dee3;--faint:#f3f5f7;--accent:#0060a0;
--good:#00664c;--bad:#a83c00;
--c0:#0072b2;--c1:#b84e00;--c2:#007f5c;--c3:#a8487f;--c4:#8a5d00;--c5:#2a7aad;--c6:#5b6770;--c7:#7a3fb0;
--p0:#0072b2;--p1:#009e73;--p2:#bf7f00;--p3:#cc79a7;--p4:#d55e00;--p5:#5b6770;
"""
_DARK = """
--paper:#14181c;--ink:#e4e8ec;--quiet:#9aa5b1;--rule:#343c45;--faint:#1e242a;--accent:#6cb8f0;
--good:#4fcfa8;--bad:#ff9a5c;
--c0:#56b4e9;--c1:#f08040;--c2:#2fc79a;--c3:#dd8fbd;--c4:#e8b040;--c5:#9bd0f5;--c6:#a8b3bd;--c7:#bb95e8;
--p0:#4aa3dc;--p1:#1fb68a;--p2:#e8b040;--p3:#d48ab4;--p4:#ee7733;--p5:#a8b3bd;
"""
_LINES = "".join(
    f".s{place}{{stroke:var(--c{place});stroke-dasharray:{dashes}}}.t{place}{{fill:var(--c{place})}}"
    for place, dashes in enumerate(("none", "7 3", "2 2", "8 3 2 3", "12 3", "4 2", "1 3", "10 2 2 2 2 2"))
)
_FILLS = "".join(f".f{place}{{fill:var(--p{place})}}" for place in range(6))

STYLE = (
    f":root{{color-scheme:light dark;{_LIGHT}}}"
    f"@media (prefers-color-scheme:dark){{:root{{{_DARK}}}}}"
    f"@media print{{:root{{color-scheme:light;{_LIGHT}}}}}"
    """
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0 auto;max-width:76rem;padding:1.5rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
h1{font-size:1.9rem;line-height:1.2;margin:0}h1 small{font-weight:400;color:var(--quiet);font-size:1.1rem}
h2{font-size:1.3rem;margin:2.5rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--rule)}
h3{font-size:1.05rem;margin:0 0 .25rem}h3 small{font-weight:400;color:var(--quiet);margin-inline-start:.4rem}
p{margin:.4rem 0;max-width:48rem}.lead{font-size:1.1rem}
small,.quiet{color:var(--quiet);font-size:.85rem}
a{color:var(--accent)}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:1rem 0;font-size:.9rem}
.verdict{display:inline-block;padding:.2rem .7rem;border:1px solid currentColor;border-radius:.4rem;font-weight:600}
.good{color:var(--good)}.bad{color:var(--bad)}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.5rem;margin:.5rem 0}
.figures div{background:var(--faint);border-radius:.4rem;padding:.5rem .7rem}
dt{font-size:.8rem;color:var(--quiet)}dd{margin:0;font-size:1.05rem;font-weight:600}
.notes{border-inline-start:3px solid var(--bad);padding-inline-start:1.5rem}
figure{margin:0;min-width:0}figcaption{font-size:.9rem;color:var(--quiet);margin-bottom:.2rem}figcaption b{color:var(--ink)}
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:1.25rem 1.5rem;margin-bottom:1rem}
.panels.two{grid-template-columns:repeat(auto-fill,minmax(min(100%,28rem),1fr))}
svg{display:block}svg.chart{width:100%;max-width:34rem;height:auto}@media (min-width:64rem){.two text{font-size:8px}}
.wide{overflow-x:auto;margin:.5rem 0}.wide:focus-visible{outline:2px solid var(--accent)}
svg.graph,svg.sequence{max-width:none;height:auto}
@media (min-width:48rem){svg.graph{max-width:100%}}
text{font:10px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;fill:var(--ink)}
.graph text{font-size:12px}.graph text.quiet,.sequence text.quiet{font-size:10px}.sequence text{font-size:11px}
text.quiet{fill:var(--quiet)}text.failed{fill:var(--bad);font-weight:700}text.end{font-weight:700}
.halo{paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}
.grid{stroke:var(--rule);stroke-width:.6}.axis{stroke:var(--quiet);stroke-width:1}
.threshold{stroke:var(--quiet);stroke-width:1;stroke-dasharray:3 3}
.line{fill:none;stroke-width:1.8;stroke-linejoin:round}.dot{stroke-dasharray:none;fill:var(--paper);stroke-width:1.4}
.paper{fill:var(--paper)}.actor{fill:var(--faint);stroke:var(--quiet)}
.lane line,line.lane{stroke:var(--rule);stroke-width:1.2}
.message{fill:none;stroke:var(--accent);stroke-width:1.3}.told{stroke-dasharray:5 3}.head{fill:var(--quiet)}
.edge{stroke:var(--quiet);stroke-width:1.1}
.node{stroke:var(--p0);stroke-width:1.3;fill:var(--p0)}.node.disputed{stroke:var(--p4);stroke-width:2.4;stroke-dasharray:6 3}
.node.mentioned{fill:none;stroke:var(--quiet);stroke-dasharray:2 3}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:.3rem 0;padding:0;font-size:.85rem}
.legend li{display:flex;align-items:center;gap:.35rem;min-width:0}.legend svg{flex:none}
table{border-collapse:collapse;font-size:.88rem;overflow-wrap:break-word}
th,td{padding:.25rem .8rem .25rem 0;text-align:start;vertical-align:top;border-bottom:1px solid var(--rule);min-width:3.2rem}
th{font-weight:600;color:var(--quiet);white-space:nowrap}td.num,th.num{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
td{max-width:26rem}td.when{white-space:nowrap}
details{margin:.5rem 0}summary{cursor:pointer;color:var(--accent);font-size:.9rem}
.strips .lane{display:grid;grid-template-columns:13rem 1fr;gap:.2rem .8rem;align-items:center;font-size:.85rem;margin:.25rem 0}
.strips svg{width:100%;height:18px}.strip{fill:var(--faint)}
.ticks{position:relative;height:1.2rem;color:var(--quiet);font-size:.75rem}.ticks span{position:absolute;white-space:nowrap;
transform:translateX(-50%)}.ticks .first{transform:none}.ticks .last{transform:translateX(-100%)}
.events{list-style:none;padding:0;margin:.5rem 0;font-size:.9rem}
.events li{display:grid;grid-template-columns:4.5rem 7.5rem 1fr;gap:0 .6rem;padding:.15rem 0;border-bottom:1px solid var(--rule)}
.events time{color:var(--quiet);font-variant-numeric:tabular-nums;text-align:right}.kind{font-weight:600;font-size:.82rem}
.k-failure,.k-crash{color:var(--bad)}
article{margin:1rem 0 1.75rem}.response{border-inline-start:3px solid var(--accent);padding-inline-start:.8rem}
.contradictions{font-size:.88rem;color:var(--quiet);padding-inline-start:1.2rem;margin:.3rem 0;max-width:60rem}
.bars{padding-inline-start:1.8rem;margin:.5rem 0;font-size:.88rem}
.bars li{padding:.2rem 0;border-bottom:1px solid var(--rule)}.bars li::marker{color:var(--quiet)}
.bars .said{max-width:60rem}.supports .said>bdi,.bars .supports::marker{font-weight:600}
.score{display:grid;grid-template-columns:1fr 2.6rem;gap:.6rem;align-items:center;max-width:40rem}
.score svg{width:100%;height:11px;background:var(--faint)}.score b{text-align:right;font-variant-numeric:tabular-nums}
.deducted{fill:var(--paper);opacity:.8}
@media (max-width:40rem){body{padding:1rem}h1{font-size:1.5rem}
.strips .lane{grid-template-columns:1fr}.strips .lane>span:empty{display:none}
.events li{grid-template-columns:3.6rem 1fr}.events li>span:last-child{grid-column:2}}
@media print{body{max-width:none;padding:0;font-size:10pt}nav,summary{display:none}
details::details-content{content-visibility:visible;display:block;block-size:auto}
h2,h3{break-after:avoid}figure,.bars li,tr,.lane{break-inside:avoid}.wide{overflow:visible}
svg.sequence,svg.graph{max-width:100%}a{color:inherit;text-decoration:none}}
"""
).replace("\n", "") + _LINES + _FILLS  # fmt: skip
