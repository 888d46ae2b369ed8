const FONT = "font-family:'Hanken Grotesk','Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MONO = "font-family:'JetBrains Mono',Consolas,Menlo,monospace";
const CELL = `${FONT};padding:9px 0;border-bottom:1px solid #dfe4dc;font-size:15px;line-height:22px;color:#17211c`;
const HEAD = `${FONT};font-size:15px;font-weight:650;color:#17211c;padding:0 0 7px;border-bottom:1px solid #c2cabf;text-align:left`;

/** The table of tasks and the table of figures of one section. */
const ROWS_AND_FIGURES = `{{#if rows}}<tr><td class="p" style="padding:22px 32px 0"><table width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><th class="i1" style="${HEAD}" scope="col">Task</th><th class="i1" width="130" style="${HEAD};text-align:right" scope="col">State</th></tr>
{{#each rows}}<tr><td valign="top" class="i1" style="${CELL};word-break:break-word"><bdi>{{title}}</bdi>{{#if aside}}<br><span class="i3" style="font-size:13px;color:#5b665e"><bdi>{{aside}}</bdi></span>{{/if}}</td><td valign="top" align="right" class="{{class}}" style="${CELL};font-size:13px;color:{{ink}}">{{state}}</td></tr>
{{/each}}</table></td></tr>{{/if}}
{{#if figures}}<tr><td class="p" style="padding:22px 32px 0"><table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-top:1px solid #c2cabf">
{{#each figures}}<tr>{{#each this}}<td width="25%" valign="top" style="${FONT};padding:12px 8px 12px 0;border-bottom:1px solid #dfe4dc"><div class="i1" style="font-size:24px;line-height:30px;font-weight:600;letter-spacing:-0.5px;color:#17211c">{{value}}</div><div class="i2" style="font-size:13px;line-height:18px;color:#434f47">{{label}}</div>{{#if note}}<div class="i3" style="font-size:12px;line-height:16px;color:#5b665e">{{note}}</div>{{/if}}</td>{{/each}}</tr>
{{/each}}</table></td></tr>{{/if}}`;

/** A mail to a partner, as tables with inline styles, which every mail program shows. Handlebars escapes every value. */
export const PARTNER_MAIL_TEMPLATE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>{{subject}}</title>
<style>:root{color-scheme:light dark}@media (max-width:480px){.p{padding-left:20px!important;padding-right:20px!important}.b a{display:block!important;text-align:center}}@media (prefers-color-scheme:dark){body,.bg{background:#0e1210!important}.sh{background:#141916!important;border-color:#29312c!important}.sh td,.sh th,.sh table{border-color:#29312c!important}.i1{color:#e8ede8!important}.i2{color:#b6c0b8!important}.i3{color:#8f9a91!important}.cm{color:#f28f83!important}.cr{color:#8ab6f2!important}.cd{color:#e2b15c!important}.sh td.br{border-color:#e0a1cb!important}.i3 a{color:#e0a1cb!important}.sh .b a{color:#ffffff!important;background:#985082!important}}</style></head>
<body style="margin:0;padding:0;background:#f3f5f1" class="bg"><div role="main">
<div style="display:none;max-height:0;overflow:hidden">{{preview}}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="bg" style="background:#f3f5f1"><tr><td align="center" style="padding:24px 0">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" class="sh" style="width:100%;max-width:600px;background:#fcfdfb;border:1px solid #dfe4dc">
<tr><td class="p" style="padding:20px 32px 16px;border-bottom:1px solid #dfe4dc"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="br i1" style="${FONT};font-size:19px;line-height:22px;font-weight:700;letter-spacing:-0.4px;border-bottom:3px double #6e2358;color:#17211c">Vouch</td></tr></table></td></tr>
<tr><td class="p" style="padding:28px 32px 0"><h1 class="i1" style="${FONT};margin:0;font-size:24px;line-height:30px;font-weight:650;letter-spacing:-0.5px;color:#17211c;word-break:break-word"><bdi>{{heading}}</bdi></h1>
<p class="i2" style="${FONT};margin:12px 0 0;font-size:15px;line-height:23px;color:#434f47"><bdi>{{greeting}}</bdi></p>
{{#each body}}<p class="i2" style="${FONT};margin:10px 0 0;font-size:15px;line-height:23px;color:#434f47;word-break:break-word">{{this}}</p>
{{/each}}</td></tr>
${ROWS_AND_FIGURES}{{#each more}}<tr><td class="p" style="padding:26px 32px 0"><h2 class="i1" style="${FONT};margin:0;font-size:18px;line-height:24px;font-weight:650;color:#17211c"><bdi>{{heading}}</bdi></h2>
{{#each body}}<p class="i2" style="${FONT};margin:10px 0 0;font-size:15px;line-height:23px;color:#434f47;word-break:break-word">{{this}}</p>
{{/each}}</td></tr>
${ROWS_AND_FIGURES}{{/each}}
{{#if button}}<tr><td class="p b" style="padding:22px 32px 0"><!--[if mso]><v:rect xmlns:v="urn:schemas-microsoft-com:vml" href="{{button.url}}" style="height:44px;width:220px;v-text-anchor:middle" fillcolor="#6e2358" stroked="f"><center style="color:#ffffff;font-family:Arial;font-size:15px;font-weight:bold">{{button.label}}</center></v:rect><![endif]--><!--[if !mso]><!--><a href="{{button.url}}" style="${FONT};display:inline-block;background:#6e2358;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none;padding:12px 20px;border-radius:5px">{{button.label}}</a><!--<![endif]--></td></tr>{{/if}}
<tr><td class="p" style="padding:14px 32px 20px">{{#each small}}<p class="i3" style="${FONT};margin:6px 0 0;font-size:13px;line-height:20px;color:#5b665e">{{this}}</p>
{{/each}}</td></tr>
{{#each groups}}<tr><td class="p" style="padding:8px 32px 20px"><table width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><th class="i1" style="${HEAD}" scope="col">{{label}}: {{value}}</th></tr>
{{#each entries}}<tr><td class="i1" style="${CELL};font-size:13px;line-height:20px;word-break:break-word">{{what}}{{#if title}}: <bdi>{{title}}</bdi>{{/if}}<br><span class="i3" style="color:#5b665e">{{when}}, <bdi>{{by}}</bdi> <span style="${MONO};font-size:12px;white-space:nowrap">{{place}}</span></span></td></tr>
{{/each}}{{#if more}}<tr><td class="i3" style="${CELL};font-size:13px;color:#5b665e">and {{more}} more on the page</td></tr>{{/if}}</table></td></tr>
{{/each}}
<tr><td class="p i3" style="${FONT};padding:16px 32px 22px;border-top:1px solid #dfe4dc;font-size:13px;line-height:20px;color:#5b665e;word-break:break-word"><bdi>{{why}}</bdi> <a href="{{stop.url}}" style="color:#6e2358">{{stop.label}}</a></td></tr>
</table></td></tr></table></div></body></html>
`;
