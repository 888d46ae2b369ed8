// Unpacks the browser into the folder for temporary files, TMPDIR. Nobody can tell the package another one.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
