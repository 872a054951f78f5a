#!/bin/bash
# Three shards as an array, then the merge. See docs/guide/ci.md.
#   play=$(sbatch --parsable slurm.sh)
#   sbatch --dependency=afterok:$play --wrap "npx rehearse matrix merge runs/shards --fail-under overall=60"
# A task that failed resumes: sbatch --array=2 slurm.sh
#SBATCH --job-name=rehearse
#SBATCH --array=1-3
#SBATCH --requeue
#SBATCH --time=12:00:00

# Loads XAI_API_KEY.
if [ -f key.sh ]; then . ./key.sh; fi
export REHEARSE_ONE_KEY=true
npx rehearse matrix --preset mini --narrator "${NARRATOR:-grok-4}" --seed 7 --max-turns 20 --budget 30 --shard auto/3 --out runs
